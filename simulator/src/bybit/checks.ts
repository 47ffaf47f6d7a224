import { amountText } from '@windlass/matching';
import type { Market } from '../exchange/market.ts';
import type { EnteredOrder, PlaceRefusal } from '../exchange/orderEntry.ts';
import { Refusal, refusals } from './errors.ts';
import { amountOf } from './parameters.ts';

/** Returns a quantity that the market takes; throws a refusal otherwise. */
export function checkedQuantity({ definition, instrument, steps }: Market, text: string): string {
  const isSpot = definition.kind === 'spot';
  const quantity = amountOf(text);
  const { lot, minLots, maxLots } = instrument;
  if (quantity <= 0n) throw refusals.invalid('Qty');
  if (quantity < BigInt(minLots) * lot) {
    throw isSpot
      ? new Refusal(170136, 'Order quantity exceeded lower limit.')
      : new Refusal(10001, 'The number of contracts exceeds minimum limit allowed');
  }
  if (quantity > BigInt(maxLots) * lot) {
    throw isSpot
      ? new Refusal(170135, 'Order quantity exceeded upper limit.')
      : new Refusal(10001, 'The number of contracts exceeds maximum limit allowed');
  }
  if (quantity % steps.lot !== 0n) {
    throw isSpot
      ? new Refusal(170137, 'Order quantity has too many decimals.')
      : refusals.invalid('Qty');
  }
  return text;
}

/** Returns a price that the market takes; throws a refusal otherwise. */
export function checkedPrice({ definition, steps }: Market, text: string, name: string) {
  const price = amountOf(text);
  if (price <= 0n) throw refusals.invalid(name);
  if (price % steps.tick !== 0n) {
    throw definition.kind === 'spot'
      ? new Refusal(170134, 'Order price has too many decimals.')
      : refusals.invalid(name);
  }
  return text;
}

/** Returns the engine's refusal in the exchange's words. */
export function refusalOf(reason: PlaceRefusal, asked: EnteredOrder, now: bigint): Refusal {
  const { definition, instrument } = asked.market;
  const isSpot = definition.kind === 'spot';
  switch (reason) {
    case 'INSUFFICIENT_BALANCE':
      return isSpot
        ? new Refusal(170131, 'Insufficient balance.')
        : new Refusal(110007, 'ab not enough for new order');
    case 'REDUCE_ONLY_NOTHING':
      return new Refusal(110017, 'current position is zero, cannot fix reduce-only order qty');
    case 'WOULD_TRIGGER':
      return passed(asked, now);
    case 'BELOW_MINIMUM': {
      const least = amountText(instrument.minNotional);
      return isSpot
        ? new Refusal(170140, 'Order value exceeded lower limit.')
        : new Refusal(110094, `Order does not meet minimum order value ${least}USDT`);
    }
    case 'TOO_MANY_ORDERS':
      return isSpot
        ? new Refusal(170810, 'Cannot exceed maximum of 500 conditional, TP/SL and active orders.')
        : new Refusal(110009, 'The number of active orders exceeds the limit of the system.');
    default:
      return new Refusal(10016, 'Server error.');
  }
}

/**
 * Returns the refusal of a trigger price that the market has passed. The codes for rising and
 * falling differ; without a named direction, the trigger price itself is refused.
 */
function passed({ words = {}, stopPrice = '' }: EnteredOrder, now: bigint): Refusal {
  const [stop, last] = [amountOf(stopPrice), amountText(now)];
  if (words.triggerDirection === undefined) return refusals.invalid('triggerPrice');
  const says = (way: string, sign: string) =>
    `expect ${way}, but trigger_price[${amountText(stop)}] ${sign} current[${last}]??LastPrice`;
  return words.triggerDirection === '1'
    ? new Refusal(110092, says('Rising', '<='))
    : new Refusal(110093, says('Falling', '>='));
}
