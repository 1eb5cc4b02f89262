/// <reference types="node" />
declare function load(path: string): Promise<void>;
declare const VERSION: string;
declare namespace App {
  interface State {
    user: string;
  }
  function boot(): void;
}
export = App;
