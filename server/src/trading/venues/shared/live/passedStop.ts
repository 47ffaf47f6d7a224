import type { OrderType, Side } from '../../../model/order.ts';
import type { VenueOrder } from '../../venuePort.ts';
import { DialectRefusal, type ErrorMeaning, failureOf, refusalTexts } from './failures.ts';
import { required } from './shapes.ts';
import { NotSentError } from './tradeHttp.ts';

// Most venues refuse a stop order whose price the market has already passed. Where one executes it
// at once, or waits for the price to come back, the last price is read before the order is sent.

/** True when the order waits for a rise: a buy's stop is above the market, its profit below. */
export function isRising(type: OrderType, side: Side): boolean {
  return type.startsWith('stop_loss') === (side === 'buy');
}

/** Throws when the order would trigger at once at the last price. */
export function refusePassed(
  { type, side, stopPrice }: Pick<VenueOrder, 'type' | 'side' | 'stopPrice'>,
  last: number,
): void {
  const stop = Number(required(stopPrice, 'stop price'));
  const isPassed = isRising(type, side) ? last >= stop : last <= stop;
  if (isPassed) throw new DialectRefusal(refusalTexts.wouldTrigger, 'WOULD_TRIGGER');
}

/** Reads something before the sending: when there is no answer, nothing of the order was sent. */
export async function beforehand<Value>(
  words: readonly ErrorMeaning[],
  read: Promise<Value>,
): Promise<Value> {
  try {
    return await read;
  } catch (error) {
    const { kind, message } = failureOf(error, words);
    throw kind === 'unknown' ? new NotSentError(message, { cause: error }) : error;
  }
}
