import { createSystemClock } from '../../server/src/kit/clock.ts';
import { type Answer, orderPath, pathOfOrder } from './calls.ts';
import { type LiveClass, marketAt } from './classes.ts';
import type { LiveHouse } from './house.ts';

const clock = createSystemClock();
/** In base units; every class takes it, and it is worth more than any minimum. */
const quantity = 0.001;
/** The price of the simulated world never falls so low. */
const restingPrice = 39_000;
/** A venue that was asked too much is asked again so often. */
const triesMax = 60;
const pauseMsMin = 500;

/** The terms and the name of an order that is sent. */
export interface OrderAsked {
  readonly name: string;
  /** Decides which of the class's markets. */
  readonly number: number;
  readonly terms: { readonly order_type: string } & Readonly<Record<string, unknown>>;
}

/** Terms of an order that stays open; no two of a class have one price. */
export function resting(number: number): OrderAsked['terms'] {
  return { side: 'buy', order_type: 'limit', quantity, price: restingPrice - number };
}

/** Terms of an order that fills at once, on alternating sides so that no position grows. */
export function filling(number: number): OrderAsked['terms'] {
  const isFirst = Math.floor(number / 2) % 2 === 0;
  return { side: isFirst ? 'buy' : 'sell', order_type: 'market', quantity };
}

/** Sends an order once. */
export function send(
  house: LiveHouse,
  own: LiveClass,
  { name, number, terms }: OrderAsked,
): Promise<Answer | undefined> {
  const { symbol, marketType } = marketAt(own, number);
  return house.call('POST', orderPath, {
    ...terms,
    exchange_account_id: own.account,
    symbol,
    market_type: marketType,
    client_order_id: name,
  });
}

/** Places orders that rest, one after another; a refusal for the pace waits and sends anew. */
export async function placeResting(house: LiveHouse, own: LiveClass, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    for (let tried = 0; ; tried += 1) {
      const name = `rest-${own.at}-${number}-${tried}`;
      const answer = await send(house, own, { name, number, terms: resting(number) });
      if (answer?.status === 200) break;
      if (answer?.status !== 429 || tried === triesMax) {
        throw new Error(`${own.at} does not take a resting order: ${JSON.stringify(answer)}`);
      }
      await clock.sleep(Math.max(answer.retryAfterMs, pauseMsMin));
    }
  }
}

export function cancel(
  house: LiveHouse,
  own: LiveClass,
  { name, number }: Pick<OrderAsked, 'name' | 'number'>,
): Promise<Answer | undefined> {
  const { symbol } = marketAt(own, number);
  return house.call('DELETE', pathOfOrder(name, own.account, symbol));
}

/** Reads an order back by the name that its caller gave. */
export function read(
  house: LiveHouse,
  own: LiveClass,
  { name, number }: Pick<OrderAsked, 'name' | 'number'>,
): Promise<Answer | undefined> {
  const { symbol } = marketAt(own, number);
  return house.call('GET', pathOfOrder(name, own.account, symbol));
}
