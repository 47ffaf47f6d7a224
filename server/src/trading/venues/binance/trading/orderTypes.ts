import { assert } from '../../../../kit/assert.ts';
import type { MarketType, OrderType, Side } from '../../../model/order.ts';
import type { Fields } from '../../shared/json.ts';

/** The venue's order types on spot; the legs of a pair are recognised by their list. */
const spotTypes: Readonly<Record<string, OrderType>> = {
  MARKET: 'market',
  LIMIT: 'limit',
  LIMIT_MAKER: 'limit',
  STOP_LOSS: 'stop_loss',
  STOP_LOSS_LIMIT: 'stop_loss_limit',
  TAKE_PROFIT: 'take_profit',
  TAKE_PROFIT_LIMIT: 'take_profit_limit',
};

/** On contracts; all but the first two are conditional. */
const contractTypes: Readonly<Record<string, OrderType>> = {
  MARKET: 'market',
  LIMIT: 'limit',
  STOP_MARKET: 'stop_loss',
  STOP: 'stop_loss_limit',
  TAKE_PROFIT_MARKET: 'take_profit',
  TAKE_PROFIT: 'take_profit_limit',
  TRAILING_STOP_MARKET: 'trailing_stop',
};

/** Returns the type that an order was sent as: a triggered one is a plain order by then. */
export function typeOf(info: Fields, marketType: MarketType): OrderType {
  const named = info.origType ?? info.orderType ?? info.type;
  const types = marketType === 'spot' ? spotTypes : contractTypes;
  return types[String(named)] ?? 'limit';
}

/** Returns the venue's word for an order on contracts; there are no pairs among those. */
export function contractWordOf(type: OrderType): string {
  const found = Object.entries(contractTypes).find(([, ours]) => ours === type);
  assert(found, `contracts have orders of type ${type}`);
  return found[0];
}

const plain: readonly OrderType[] = ['market', 'limit'];

/** True for conditional orders on contracts, which have separate endpoints. */
export function isConditional(type: OrderType): boolean {
  return !plain.includes(type);
}

/** Returns the venue's word for the side of an order. */
export function sideWordOf(side: Side): 'BUY' | 'SELL' {
  return side === 'buy' ? 'BUY' : 'SELL';
}
