import { createStore, persist, select, sum } from '@tally/core';
import { mountCounter, syncTabs } from '@tally/web';
import '../../packages/web/src/counter.css';

const local = createStore({ apples: 0, pears: 0, plums: 0 });
persist(local, window.localStorage, { key: 'playground' });
const store = syncTabs(local);

const host = document.querySelector('#counters')!;
for (const key of Object.keys(store.get())) {
  mountCounter(host, store, key, { step: key === 'plums' ? 10 : 1 });
}
select(store, sum, (total) => {
  document.title = `${total} fruits`;
});
