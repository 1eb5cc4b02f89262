import { expect, it } from 'vitest';
import { add, createStore, persist } from '../src';

it('loads numbers only, and writes once it is stopped', () => {
  const items = new Map([['fruit', '{"apples":2,"pears":"many"}']]);
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
  const store = createStore();
  const stop = persist(store, storage, { key: 'fruit', every: 10_000 });
  expect(store.get()).toEqual({ apples: 2 });
  store.dispatch(add('apples'));
  stop();
  expect(items.get('fruit')).toBe('{"apples":3}');
});
