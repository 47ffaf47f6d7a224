import type { Clock } from '../../../kit/clock.ts';

/** Lets an account's new orders wait for a moment. Cancels never pass here. */
export interface OrderGate {
  /** Undefined while the account's orders may go on; else resolves when they may. */
  wait(accountId: string): Promise<void> | undefined;
  /** Holds the account's orders until it is released, and not for long in any case. */
  hold(accountId: string): () => void;
}

/** An order waits so long at most for a comparison: less than a venue may take to answer it. */
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
