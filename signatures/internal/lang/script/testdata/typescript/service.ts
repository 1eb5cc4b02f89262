/**
 * @fileoverview The service.
 * @license MIT
 */
import fs = require('fs');
import def, { type A, B as C } from "./named";
import type { T1 } from '../types';
import * as ns from './ns';
import './side-effect';

export * from './all';
export * as everything from './everything';
export { default } from './default';
export { one, two as deux } from './numbers';
export type { OnlyType } from './only-type';

/** A number of things. Second sentence. */
export const LIMIT = 10;
export const { p, q: renamed, ...rest } = C, arrow = (a: number): string => `${a}`;
export const config: Config = {
  name: 'x',
  nested: { deep: [1, 2, 3] },
};
const hidden = 1;
const later = { a: 1 };
let counter: number = 0;
export let mutable = 'a long string that goes on and on until it is too long to be shown in full';

/** Works on text. */
export type Handler<T = unknown> = (input: T, next: () => Promise<void>) => Promise<T | undefined>;
export type Shape =
  | { kind: 'circle'; radius: number }
  | { kind: 'square'; side: number }
  | { kind: 'polygon'; points: ReadonlyArray<readonly [number, number]>; closed: boolean };
type Local = { a: string; b?: number };
export type Options = {
  /** The name. */
  name: string
  readonly size?: number
  nested: {
    one: string
    two: number
  }
  run(x: number): void
  [key: string]: unknown
};

export interface Base<T extends object = {}> extends Left<T>, Right {
  /** Doc of a. */
  a: string; // note of a
  readonly b?: number;
  method?(x: string): void;
  <U>(x: U): U;
  new (x: string): Base;
  [index: number]: string;
  get size(): number;
}

export enum Color { Red = 1, Green, 'Blue' = 'b' }
export const enum Flags {
  /** Nothing. */
  None = 0,
  A = 1 << 0,
}
declare enum Ambient { X }

@Component({
  selector: 'app-root',
  template: '<p></p>',
})
export abstract class Service<T extends Base> extends Parent<T> implements First, Second {
  static readonly instances: Map<string, Service<any>> = new Map();
  public name = 'service';
  protected inner?: string;
  private secret = 1;
  #hard = 2;
  declare foo: string;
  @Input() label?: string;
  @Input({ required: true })
  value!: number;

  /** Makes one. */
  constructor(private readonly http: HttpClient, public id: string, @Inject(TOKEN) token = defaultToken) {
    super();
  }

  static create(): Service<any>;
  static create(name: string): Service<any>;
  static create(name?: string): Service<any> {
    return name ? a : b ?? c;
  }

  get size(): number { return 1; }
  set size(v: number) {}
  async *items<U>(from: U, { limit = 10, skip }: { limit?: number; skip?: number } = {}): AsyncGenerator<U> {
    for (const x of []) { if (x && from) yield x; }
  }
  abstract run(input: string): void;
  handler = async (event: Event): Promise<void> => {
    const local = () => 1;
  };
  private hiddenMethod() {}
  #hardMethod() {}
  [Symbol.iterator]() { return this; }
  static { init(); }
}

class Plain {
  x = 1;
}

export default class extends Plain {
  m() {}
}

export function over(a: string): string;
export function over(a: number): number;
export function over(a: any): any {
  // TODO(me): all of it
  return a;
}

export async function* generate(): AsyncGenerator<number> {}

function assertIsString(x: unknown): asserts x is string {}

function* plainGenerator(a = 1, ...b: number[]) {
  function inner() {}
  class Inner {}
}

const memo = wrap(async (x: number) => {
  await import('./lazy');
});
const klass = class Named { m() {} };

namespace Outer.Inner {
  export const visible = 1;
  const invisible = 2;
  export function f(): void {}
  export namespace Deep {
    export interface I { x: number }
  }
}

declare module 'virtual' {
  export function load(x: string): Promise<void>;
  const internal: number;
}

declare global {
  interface Window { app: string }
}

declare const VERSION: string;
declare function ambient(x: number): string;

export { later as alias, counter };
