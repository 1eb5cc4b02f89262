import { set } from './actions';
import type { Counts, Store, Unsubscribe } from './types';

/** The part of the Storage interface that is needed here. */
export interface StorageLike {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

export interface PersistOptions {
  /** Name of the item. */
  key?: string;
  /** Least time between two writes, in milliseconds. */
  every?: number;
}

/** Loads what was kept, then keeps every change. Returns a function that stops. */
export function persist(store: Store, storage: StorageLike, options: PersistOptions = {}): Unsubscribe {
  const { key = 'tally', every = 250 } = options;
  for (const [name, value] of Object.entries(load(storage, key))) {
    store.dispatch(set(name, value));
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    timer = undefined;
    storage.setItem(key, JSON.stringify(store.get()));
  };
  const unsubscribe = store.subscribe(() => {
    timer ??= setTimeout(write, every);
  });
  return () => {
    unsubscribe();
    if (timer !== undefined) {
      clearTimeout(timer);
      write();
    }
  };
}

/** What is kept, without anything that is no number: users edit storage. */
function load(storage: StorageLike, key: string): Counts {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? '{}');
    if (typeof kept !== 'object' || kept === null) {
      return {};
    }
    return Object.fromEntries(
      Object.entries(kept).filter((entry): entry is [string, number] => Number.isFinite(entry[1])),
    );
  } catch {
    // TODO: tell the caller; a quota error and bad JSON look alike here.
    return {};
  }
}
