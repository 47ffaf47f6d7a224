import type { Clock } from '../../../kit/clock.ts';

/** Lets an account's new orders wait for a moment. Cancels never wait here. */
export interface OrderGate {
  /**
   * Returns undefined while the account's orders may go on; else a promise that resolves when they
   * may.
   */
  wait(accountId: string): Promise<void> | undefined;
  /** Holds the account's orders until the returned function is called, but never for long. */
  hold(accountId: string): () => void;
}

/** Maximum time that an order waits for a comparison: less than a venue may take to answer it. */
const holdMsMax = 2_000;

export function createOrderGate({ clock }: { readonly clock: Clock }): OrderGate {
  const held = new Map<string, PromiseWithResolvers<void>>();
  return {
    wait: (accountId) => held.get(accountId)?.promise,
    hold(accountId) {
      const gate = Promise.withResolvers<void>();
      const release = () => {
        cancel();
        if (held.get(accountId) === gate) held.delete(accountId);
        gate.resolve();
      };
      const cancel = clock.schedule(holdMsMax, release);
      held.get(accountId)?.resolve();
      held.set(accountId, gate);
      return release;
    },
  };
}
