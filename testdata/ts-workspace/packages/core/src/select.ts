import type { Counts, Store, Unsubscribe } from './types';

/** Calls back with a value derived from the counts, only when it changes. */
export function select<T>(store: Store, pick: (counts: Counts) => T, onChange: (value: T) => void): Unsubscribe {
  let last = pick(store.get());
  onChange(last);
  return store.subscribe((now) => {
    const value = pick(now);
    if (!Object.is(value, last)) {
      last = value;
      onChange(value);
    }
  });
}

/** The total of all counters. */
export function sum(counts: Counts): number {
  return Object.values(counts).reduce((a, b) => a + b, 0);
}

/** The names of the n largest counters, largest first, equal ones by name. */
export function topKeys(counts: Counts, n: number): string[] {
  return Object.entries(counts)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, n)
    .map(([key]) => key);
}
