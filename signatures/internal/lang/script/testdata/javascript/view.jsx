import React from 'react';

export default function View({ items, onPick }) {
  return <ul>{items.map((i) => <li key={i} onClick={() => onPick(i)}>{i}</li>)}</ul>;
}

View.propTypes = { items: 1 };

export const Row = ({ a }) => <tr>{a}</tr>;
