import { reduce, type Action } from './actions';
import type { Counts, Listener, Store, Unsubscribe } from './types';

/** Makes a store that begins with the given counts. */
export function createStore(initial: Record<string, number> = {}): Store {
  let counts: Counts = Object.freeze({ ...initial });
  const listeners = new Set<Listener>();
  const waiting: Action[] = [];
  let busy = false;

  function dispatch(action: Action): void {
    waiting.push(action);
    if (busy) {
      return; // the loop below is running further up the stack
    }
    busy = true;
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const before = counts;
        counts = reduce(counts, next);
        if (counts !== before) {
          // A copy, because a listener may unsubscribe itself.
          for (const listener of [...listeners]) {
            listener(counts, before);
          }
        }
      }
    } finally {
      busy = false;
      waiting.length = 0;
    }
  }

  function subscribe(listener: Listener): Unsubscribe {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return { get: () => counts, dispatch, subscribe };
}
