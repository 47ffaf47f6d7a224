/** Creates a map with a maximum size that drops the entry that was set longest ago. */
export function createMemory<Value>(sizeMax: number) {
  const values = new Map<string, Value>();
  return {
    get: (key: string) => values.get(key),
    set(key: string, value: Value): void {
      values.delete(key);
      values.set(key, value);
      if (values.size <= sizeMax) return;
      const oldest = values.keys().next();
      if (!oldest.done) values.delete(oldest.value);
    },
  };
}
