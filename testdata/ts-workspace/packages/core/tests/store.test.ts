import { describe, expect, it, vi } from 'vitest';
import { add, BadCountError, createStore, drop, set, topKeys } from '../src';

describe('createStore', () => {
  it('applies actions', () => {
    const store = createStore({ apples: 1 });
    store.dispatch(add('apples', 2));
    store.dispatch(set('pears', 5));
    store.dispatch(drop('apples'));
    expect(store.get()).toEqual({ pears: 5 });
  });

  it('says nothing when nothing changes', () => {
    const store = createStore({ apples: 1 });
    const listener = vi.fn();
    store.subscribe(listener);
    store.dispatch(set('apples', 1));
    expect(listener).not.toHaveBeenCalled();
  });

  it('queues what listeners dispatch', () => {
    const store = createStore();
    store.subscribe((now) => {
      if (now.a! < 3) {
        store.dispatch(add('a'));
      }
    });
    store.dispatch(add('a'));
    expect(store.get()).toEqual({ a: 3 });
  });

  it('refuses what is no number', () => {
    expect(() => createStore().dispatch(add('a', NaN))).toThrow(BadCountError);
  });
});

describe('topKeys', () => {
  it('orders equal counters by name', () => {
    expect(topKeys({ b: 1, a: 1, c: 7 }, 2)).toEqual(['c', 'a']);
  });
});
