import type { Dialect, DialectCall } from '../../../shared/live/dialect.ts';
import { DialectRefusal } from '../../../shared/live/failures.ts';
import { rememberOrderId } from '../../../shared/live/taken.ts';
import type { VenueOrder, VenueOrderState } from '../../../venuePort.ts';
import { conditionalState } from '../conditionals.ts';
import { binanceDialect } from '../dialect.ts';
import { positionSideOf, reduceOnlyOf } from '../legs.ts';
import { idOf } from '../marginTypes.ts';
import { contractWordOf, isConditional, sideWordOf } from '../orderTypes.ts';
import { placeConditional, portfolioCall } from './client.ts';

/** Spot orders of such an account are margin orders, which may borrow: none is ever sent. */
const spotRefusal = 'Spot orders of portfolio-margin accounts are not supported.';

type Orders = Pick<Dialect, 'submit' | 'cancel' | 'lookup' | 'openOrders' | 'fills'>;

/** Orders in USD-margined contracts, like those of other accounts except for their endpoints. */
export const binancePortfolioOrders: Orders = {
  async submit(call, order) {
    requireContracts(order);
    const own = portfolioCall(call);
    return isConditional(order.type) ? sleeping(own, order) : binanceDialect.submit(own, order);
  },
  async cancel(call, ref) {
    requireContracts(ref);
    await binanceDialect.cancel(portfolioCall(call), ref);
  },
  async lookup(call, ref) {
    requireContracts(ref);
    return binanceDialect.lookup(portfolioCall(call), ref);
  },
  async openOrders(call, marketType, symbol) {
    requireContracts({ marketType });
    return binanceDialect.openOrders(portfolioCall(call), marketType, symbol);
  },
  async fills(call, query) {
    requireContracts(query);
    return binanceDialect.fills(portfolioCall(call), query);
  },
};

function requireContracts({ marketType }: Pick<VenueOrder, 'marketType'>): void {
  if (marketType === 'spot') throw new DialectRefusal(spotRefusal);
}

/**
 * Sends one request, and returns the state in its answer. Amounts are sent as the order has them.
 */
async function sleeping(call: DialectCall, order: VenueOrder): Promise<VenueOrderState> {
  const { symbol, marketType, side, type, quantity, timeInForce } = order;
  const isLimit = type.endsWith('_limit');
  const force = timeInForce === 'POST_ONLY' ? 'GTX' : timeInForce;
  const made = await placeConditional(call, symbol, {
    algoType: 'CONDITIONAL',
    symbol: idOf(call.client, symbol),
    side: sideWordOf(side),
    type: contractWordOf(type),
    quantity,
    clientAlgoId: order.clientId,
    price: isLimit ? order.price : undefined,
    timeInForce: isLimit ? force : undefined,
    triggerPrice: order.stopPrice,
    callbackRate: order.trailingDelta,
    positionSide: positionSideOf(order),
    reduceOnly: reduceOnlyOf(order),
  });
  rememberOrderId(call, order, made.id);
  return conditionalState(call, made, { symbol, marketType });
}
