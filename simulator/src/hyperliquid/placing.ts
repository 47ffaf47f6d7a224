import type { Reason, TimeInForce } from '@windlass/matching';
import type { Exchange } from '../exchange/exchange.ts';
import type { Market } from '../exchange/market.ts';
import type { EnteredOrder, PlaceRefusal } from '../exchange/orderEntry.ts';
import { amountsOf } from '../exchange/prices.ts';
import { type Account, isOpen, type OrderRecord } from '../exchange/records.ts';
import type { WireKind, WireOrder } from './actions.ts';
import { cloidOf } from './call.ts';
import { amountOf, averageText, hasFewDigits, numberText } from './numbers.ts';
import { wallet } from './traits.ts';

export interface Placing {
  readonly exchange: Exchange;
  readonly account: Account;
  readonly market: Market;
}

/** Places an order; returns the exchange's answer. */
export function placeOrder(placing: Placing, order: WireOrder): object {
  const { exchange, account, market } = placing;
  const no = (text: string) => ({ error: `${text} asset=${order.asset}` });
  const wrong = formError(market, order);
  if (wrong !== undefined) return no(wrong);
  if (isTaken(placing, order)) return no('Duplicate cloid.');
  const placed = exchange.place(askedOf(account, market, order));
  if ('refused' in placed) return no(refusalText(placed.refused, market, exchange));
  const { state } = placed.order;
  if (state.status === 'rejected') {
    return no(refusalText(state.reason ?? 'NOT_SUPPORTED', market, exchange));
  }
  return toldAs(placed.order) ?? no(unmatched);
}

const unmatched = 'Order could not immediately match against any resting orders.';

/** Returns the status of a placed order; undefined when it filled nothing. */
function toldAs(order: OrderRecord): object | undefined {
  const cloid = cloidOf(order);
  const named = { oid: order.id, ...(cloid !== undefined && { cloid }) };
  if (isOpen(order)) return { resting: named };
  const { filled, average } = amountsOf(order);
  if (filled === 0n) return undefined;
  return { filled: { totalSz: numberText(filled), avgPx: averageText(average), ...named } };
}

/** True while an open order has the client id; it can be used again afterwards. */
function isTaken({ exchange, account }: Placing, { cloid }: WireOrder): boolean {
  if (cloid === undefined) return false;
  return exchange.orders(account, wallet).some((each) => isOpen(each) && cloidOf(each) === cloid);
}

/** Returns what is wrong with an order's price or size; undefined when nothing is. */
function formError({ steps }: Market, { size, price, kind }: WireOrder): string | undefined {
  const quantity = amountOf(size);
  if (quantity === 0n) return 'Order has zero size.';
  if (quantity % steps.lot !== 0n) return 'Order has invalid size.';
  const prices = 'tpsl' in kind ? [price, kind.triggerPx] : [price];
  for (const each of prices) {
    if (amountOf(each) <= 0n || !hasFewDigits(each)) return 'Order has invalid price.';
    if (amountOf(each) % steps.tick !== 0n) return 'Price must be divisible by tick size.';
  }
  return undefined;
}

const forces: Readonly<Record<Extract<WireKind, { tif: string }>['tif'], TimeInForce>> = {
  Gtc: 'GTC',
  Ioc: 'IOC',
  FrontendMarket: 'IOC',
  Alo: 'POST_ONLY',
};

function askedOf(account: Account, market: Market, order: WireOrder): EnteredOrder {
  const { isBuy, price, size, reduceOnly, kind, cloid } = order;
  const side = isBuy ? 'buy' : 'sell';
  const named = cloid === undefined ? {} : { clientOrderId: cloid };
  const common = { account, market, side, quantity: size, price, reduceOnly, ...named } as const;
  const words = { size, cloid: cloid ?? '' };
  if ('tif' in kind) {
    const orderType = kind.tif === 'FrontendMarket' ? 'Market' : 'Limit';
    const told = { ...words, orderType, tif: kind.tif };
    return { ...common, type: 'limit', timeInForce: forces[kind.tif], words: told };
  }
  const { isMarket, tpsl, triggerPx } = kind;
  const name = tpsl === 'sl' ? 'Stop' : 'Take Profit';
  return {
    ...common,
    type: tpsl === 'sl' ? 'stop_loss_limit' : 'take_profit_limit',
    stopPrice: triggerPx,
    timeInForce: isMarket ? 'IOC' : 'GTC',
    words: { ...words, orderType: `${name} ${isMarket ? 'Market' : 'Limit'}`, tif: '' },
  };
}

function refusalText(reason: PlaceRefusal | Reason, market: Market, exchange: Exchange): string {
  switch (reason) {
    case 'INSUFFICIENT_BALANCE':
      return 'Insufficient margin to place order.';
    case 'WOULD_TAKE': {
      const { bids, asks } = exchange.prices.depth(market, 1);
      const [bid, ask] = [bids[0]?.price ?? 0n, asks[0]?.price ?? 0n];
      const best = `${numberText(bid)}@${numberText(ask)}`;
      return `Post only order would have immediately matched, bbo was ${best}.`;
    }
    case 'WOULD_TRIGGER':
      return 'Invalid TP/SL price.';
    case 'REDUCE_ONLY_NOTHING':
      return 'Reduce only order would increase position.';
    case 'BELOW_MINIMUM':
      return `Order must have minimum value of $${market.definition.minNotional}.`;
    case 'TOO_MANY_ORDERS':
      return 'Too many open orders.';
    default:
      return 'Order has invalid size.';
  }
}
