import type { Action } from './actions';

/** Counters by name. Frozen: a change makes a new object. */
export type Counts = Readonly<Record<string, number>>;

/** Called after every change, with the new counts and those before. */
export type Listener = (now: Counts, before: Counts) => void;

export type Unsubscribe = () => void;

export interface Store {
  /** The counts as they are. */
  get(): Counts;
  /** Applies an action and tells the listeners. */
  dispatch(action: Action): void;
  subscribe(listener: Listener): Unsubscribe;
}
