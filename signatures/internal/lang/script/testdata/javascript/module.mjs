import def, { named as alias } from './named.js';
import * as all from './all.js';
import data from './data.json' with { type: 'json' };

export { def as default, alias };
export * from './more.js';

export class Animal extends Base {
  static count = 0;
  #secret = 1;
  name = 'x';
  handler = (e) => { this.name = e; };
  constructor(name) { super(); }
  async *walk(a, b = [1, 2], ...rest) {}
  static of(x) { return new Animal(x); }
  get size() { return 1 }
  set size(v) {}
  #hidden() {}
  ['computed']() {}
}

export const pi = 3.14159, [first, { second }] = pair;
export async function load(path) {
  const mod = await import('./plugin.js');
  for await (const x of mod) { x ?? y; }
}
export let veryLong = compute(function () { return 1 }, { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8 });
