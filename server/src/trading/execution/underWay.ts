/** Counts running tasks, for callers that wait until they are over. */
export interface UnderWay {
  count<Value>(run: Promise<Value>): Promise<Value>;
  /** Resolves once every task that was counted before this call is over. */
  over(): Promise<void>;
}

export function createUnderWay(): UnderWay {
  const open = new Set<Promise<unknown>>();
  return {
    count(run) {
      open.add(run);
      return run.finally(() => open.delete(run));
    },
    async over() {
      await Promise.allSettled(open);
    },
  };
}
