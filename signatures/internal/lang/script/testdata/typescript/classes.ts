// Classes that are values.
export const Cache = class<K, V> implements Map<K, V> {
  private readonly entries = new Map<K, V>();
  get(key: K): V | undefined { return this.entries.get(key); }
};

const Hidden = class { run(): void {} };
