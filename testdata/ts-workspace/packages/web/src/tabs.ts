import type { Action, Store } from '@tally/core';

interface Message {
  from: string;
  action: Action;
}

/**
 * Keeps the stores of several tabs in step. Returns a store whose actions reach
 * the other tabs too; the one that was given stays local.
 */
export function syncTabs(store: Store, name = 'tally'): Store & { close(): void } {
  const self = crypto.randomUUID();
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.from !== self) {
      store.dispatch(data.action);
    }
  };
  return {
    get: store.get,
    subscribe: store.subscribe,
    dispatch(action) {
      store.dispatch(action);
      channel.postMessage({ from: self, action } satisfies Message);
    },
    close: () => channel.close(),
  };
}
