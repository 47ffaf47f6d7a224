/** What is under way, for whoever waits until it is over. */
export interface UnderWay {
  count<Value>(run: Promise<Value>): Promise<Value>;
  /** Resolves once everything that was counted by now is over. */
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
