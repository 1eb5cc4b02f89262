// The public surface of @tally/core. What is not here is internal.
export { createStore } from './store';
export { persist, type PersistOptions, type StorageLike } from './persist';
export { select, sum, topKeys } from './select';
export * from './actions';
export type { Counts, Listener, Store, Unsubscribe } from './types';
