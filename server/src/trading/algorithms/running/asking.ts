import type { Clock } from '../../../kit/clock.ts';
import { AppError } from '../../../kit/errors.ts';
import type { Slots } from '../../../kit/slots.ts';
import type { Execution, OrderQuery, StoredOrder } from '../../execution/types.ts';

export interface LookupDeps {
  readonly execution: Pick<Execution, 'order'>;
  /** Shared by all algorithms: the questions of a start must not use up the exchanges' limits. */
  readonly asking: Slots;
  readonly clock: Clock;
}

/** Most exchanges that fail are busy for a moment. */
const firstPauseMs = 500;
/** An unhedged position waits for it. */
const pauseMsMax = 5_000;
/** By then a comparison has asked as well, and continues to do so. */
const askedMsMax = 60_000;

/**
 * Returns the order as its exchange has it, stored. Asks again for at most a minute while the
 * exchange does not answer, or the answer cannot be stored. Rejects with the last reason, or when
 * the service is stopping.
 */
export async function askExchange(
  { execution, asking, clock }: LookupDeps,
  query: OrderQuery,
  leaving: AbortSignal,
): Promise<StoredOrder | undefined> {
  const startMs = clock.monotonic();
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMsMax, pauseMs * 2)) {
    const isLast = clock.monotonic() - startMs + pauseMs >= askedMsMax;
    try {
      const view = await asking.use(leaving, () => execution.order(query));
      if ('stored' in view) return view.stored;
      if (isLast) return undefined;
    } catch (error) {
      if (leaving.aborted || isLast || !mayPass(error)) throw error;
    }
    await clock.sleep(pauseMs, leaving);
  }
}

/** Codes for a missing answer. A paper account's exchange is our own database. */
const passingCodes: readonly string[] = [
  'NETWORK_ERROR',
  'STORE_UNAVAILABLE',
] satisfies readonly AppError['code'][];

/** True when an exchange did not answer. It would repeat any other answer. */
function mayPass(error: unknown): boolean {
  return error instanceof AppError && passingCodes.includes(error.code);
}
