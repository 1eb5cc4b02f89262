import { add, select, type Store, type Unsubscribe } from '@tally/core';

export interface CounterOptions {
  label?: string;
  step?: number;
  /** Formats the number; by default for the reader's own language. */
  format?: (value: number) => string;
}

const defaultFormat = new Intl.NumberFormat().format;

/** Shows a counter with two buttons inside of host. Returns a function that removes it. */
export function mountCounter(host: Element, store: Store, key: string, options: CounterOptions = {}): Unsubscribe {
  const { label = key, step = 1, format = defaultFormat } = options;
  const output = document.createElement('output');
  output.setAttribute('aria-label', label);
  const root = document.createElement('span');
  root.className = 'tally';
  root.append(
    button('−', `less ${label}`, () => store.dispatch(add(key, -step))),
    output,
    button('+', `more ${label}`, () => store.dispatch(add(key, step))),
  );
  host.append(root);
  const stop = select(store, (counts) => counts[key] ?? 0, (value) => {
    output.textContent = format(value);
  });
  return () => {
    stop();
    root.remove();
  };
}

function button(text: string, label: string, onClick: () => void): HTMLButtonElement {
  const b = document.createElement('button');
  b.type = 'button';
  b.textContent = text;
  b.setAttribute('aria-label', label);
  b.addEventListener('click', onClick);
  return b;
}
