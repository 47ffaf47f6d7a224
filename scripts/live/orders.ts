import { createSystemClock } from '../../server/src/kit/clock.ts';
import { type Answer, orderPath, pathOfOrder } from './calls.ts';
import { type LiveClass, marketAt } from './classes.ts';
import type { LiveSetup } from './setup.ts';

const clock = createSystemClock();
/** In base units; every class accepts it, and its value is above any minimum. */
const quantity = 0.001;
/** The price of the simulated world never falls this low. */
const restingPrice = 39_000;
/** Maximum number of tries when a venue's rate limit was exceeded. */
const triesMax = 60;
const pauseMsMin = 500;

/** Terms and name of an order to send. */
export interface OrderAsked {
  readonly name: string;
  /** Selects one of the class's markets. */
  readonly number: number;
  readonly terms: { readonly order_type: string } & Readonly<Record<string, unknown>>;
}

/** Returns terms of an order that stays open; all of a class have different prices. */
export function resting(number: number): OrderAsked['terms'] {
  return { side: 'buy', order_type: 'limit', quantity, price: restingPrice - number };
}

/** Returns terms of an order that fills at once, on alternating sides so that no position grows. */
export function filling(number: number): OrderAsked['terms'] {
  const isFirst = Math.floor(number / 2) % 2 === 0;
  return { side: isFirst ? 'buy' : 'sell', order_type: 'market', quantity };
}

/** Sends an order once. */
export function send(
  setup: LiveSetup,
  own: LiveClass,
  { name, number, terms }: OrderAsked,
): Promise<Answer | undefined> {
  const { symbol, marketType } = marketAt(own, number);
  return setup.call('POST', orderPath, {
    ...terms,
    exchange_account_id: own.account,
    symbol,
    market_type: marketType,
    client_order_id: name,
  });
}

/** Places resting orders, one after another; after a rate limit it waits and sends again. */
export async function placeResting(setup: LiveSetup, own: LiveClass, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    for (let tried = 0; ; tried += 1) {
      const name = `rest-${own.at}-${number}-${tried}`;
      const answer = await send(setup, own, { name, number, terms: resting(number) });
      if (answer?.status === 200) break;
      if (answer?.status !== 429 || tried === triesMax) {
        throw new Error(`${own.at} does not take a resting order: ${JSON.stringify(answer)}`);
      }
      await clock.sleep(Math.max(answer.retryAfterMs, pauseMsMin));
    }
  }
}

export function cancel(
  setup: LiveSetup,
  own: LiveClass,
  { name, number }: Pick<OrderAsked, 'name' | 'number'>,
): Promise<Answer | undefined> {
  const { symbol } = marketAt(own, number);
  return setup.call('DELETE', pathOfOrder(name, own.account, symbol));
}

/** Reads an order back by its caller's name of it. */
export function read(
  setup: LiveSetup,
  own: LiveClass,
  { name, number }: Pick<OrderAsked, 'name' | 'number'>,
): Promise<Answer | undefined> {
  const { symbol } = marketAt(own, number);
  return setup.call('GET', pathOfOrder(name, own.account, symbol));
}
