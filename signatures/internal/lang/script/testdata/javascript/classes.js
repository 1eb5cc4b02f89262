// Classes that are values.
'use strict';

class Dependency {
  apply(source) { return source; }
}

/** Writes the dependency. */
Dependency.Template = class DependencyTemplate extends Template {
  static kind = 'template';
  #hidden = 1;

  /** Replaces the range. */
  apply(dependency, source) {
    class Local { method() {} }
    return new Local(dependency, source);
  }

  get range() { return this.#hidden; }
};

const Store = class {
  constructor(size) { this.size = size; }
  read(key) { return key; }
};

var a = class One { first() {} }, b = 2;

module.exports = class Plugin {
  constructor(options = {}) { this.options = options; }
  async apply(compiler) { await compiler; }
};
module.exports.Dependency = Dependency;
exports.Later = class extends Store { later() {} };
