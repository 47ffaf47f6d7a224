import type { Clock } from '../../../kit/clock.ts';
import { AppError } from '../../../kit/errors.ts';
import type { Slots } from '../../../kit/slots.ts';
import type { Execution, OrderQuery, StoredOrder } from '../../execution/types.ts';

export interface AskingDeps {
  readonly execution: Pick<Execution, 'order'>;
  /** Of all algorithms together: what a start asks must not use up what exchanges let be asked. */
  readonly asking: Slots;
  readonly clock: Clock;
}

/** Most exchanges that fail are busy for a moment. */
const firstPauseMs = 500;
/** What is unhedged waits for it. */
const pauseMsMax = 5_000;
/** By then a comparison has asked as well, and goes on doing so. */
const askedMsMax = 60_000;

/**
 * The order as its exchange has it, stored. Asks again while the exchange does not answer, or the
 * answer cannot be stored, for a minute at most; rejects with the last reason, or when left.
 */
export async function askExchange(
  { execution, asking, clock }: AskingDeps,
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

/** No answer: of a paper account its exchange is our own database. */
const passingCodes: readonly string[] = [
  'NETWORK_ERROR',
  'STORE_UNAVAILABLE',
] satisfies readonly AppError['code'][];

/** An exchange that did not answer; all else it will say again. */
function mayPass(error: unknown): boolean {
  return error instanceof AppError && passingCodes.includes(error.code);
}
