export { mountCounter, type CounterOptions } from './counter';
export { syncTabs } from './tabs';
