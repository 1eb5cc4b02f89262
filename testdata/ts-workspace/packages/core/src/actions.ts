import type { Counts } from './types';

export type Action =
  | { type: 'add'; key: string; by: number }
  | { type: 'set'; key: string; to: number }
  | { type: 'drop'; key: string };

export const add = (key: string, by = 1): Action => ({ type: 'add', key, by });
export const set = (key: string, to: number): Action => ({ type: 'set', key, to });
export const drop = (key: string): Action => ({ type: 'drop', key });

/** Thrown for an action that would leave a counter without a finite value. */
export class BadCountError extends Error {
  constructor(
    readonly key: string,
    readonly value: number,
  ) {
    super(`counter "${key}" cannot become ${value}`);
    this.name = 'BadCountError';
  }
}

/** The counts after an action. Returns the same object if nothing changes. */
export function reduce(counts: Counts, action: Action): Counts {
  switch (action.type) {
    case 'add':
      return put(counts, action.key, (counts[action.key] ?? 0) + action.by);
    case 'set':
      return put(counts, action.key, action.to);
    case 'drop': {
      if (!(action.key in counts)) {
        return counts;
      }
      const { [action.key]: _, ...rest } = counts;
      return Object.freeze(rest);
    }
  }
}

function put(counts: Counts, key: string, value: number): Counts {
  if (!Number.isFinite(value)) {
    throw new BadCountError(key, value);
  }
  if (counts[key] === value) {
    return counts;
  }
  return Object.freeze({ ...counts, [key]: value });
}
