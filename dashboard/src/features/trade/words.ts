import { formatExact } from '../../shared/format.ts';
import { unreachable } from '../../shared/unreachable.ts';
import type { OrderTerms, OrderType, Side } from './ticket.ts';

const verbs: Readonly<Record<Side, string>> = { buy: 'Buy', sell: 'Sell' };

/** Fields of an order that a button's text needs. */
export interface Described {
  readonly side: Side;
  readonly type: OrderType;
  readonly quantity: number;
  readonly symbol: string;
  readonly price?: number | null | undefined;
  readonly stopPrice?: number | null | undefined;
  readonly trailingDelta?: number | null | undefined;
}

/** Returns text like "Buy 0.5 BTC/USDT at 83,000". Nothing is rounded: it is what will be sent. */
export function describeOrder(order: Described): string {
  const what = `${verbs[order.side]} ${formatExact(order.quantity)} ${order.symbol}`;
  return `${what} ${howOf(order)}`;
}

function howOf({ type, price, stopPrice, trailingDelta }: Described): string {
  const [limit, stop] = [formatExact(price), formatExact(stopPrice)];
  switch (type) {
    case 'market':
      return 'at market';
    case 'limit':
      return `at ${limit}`;
    case 'stop_loss':
    case 'take_profit':
      return `at market once ${stop} is reached`;
    case 'stop_loss_limit':
    case 'take_profit_limit':
      return `at ${limit} once ${stop} is reached`;
    case 'trailing_stop':
      return trailingDelta ? `at market, trailing by ${formatExact(trailingDelta)} %` : 'trailing';
    case 'oco':
      return `at ${limit}, or at market once ${stop} is reached`;
    default:
      return unreachable(type);
  }
}

/** Returns the same for an order as it is sent, with its account. */
export function describeTerms(terms: OrderTerms): string {
  const { side, order_type: type, quantity, symbol, price } = terms;
  const { stop_price: stopPrice, trailing_delta: trailingDelta } = terms;
  const order = describeOrder({ side, type, quantity, symbol, price, stopPrice, trailingDelta });
  return `${order} on ${terms.exchange_account_id}`;
}

/** Returns the direction in which the market must move to reach a stop of the side. */
function towards(side: Side, isLoss: boolean): string {
  return (side === 'sell') === isLoss ? 'falls' : 'rises';
}

/** Returns what an order of the type does, for people who choose it. */
export function explainType(type: OrderType, side: Side): string {
  const verb = `${verbs[side]}s`;
  const loss = towards(side, true);
  const profit = towards(side, false);
  switch (type) {
    case 'market':
      return `${verb} at once at the best prices there are.`;
    case 'limit':
      return `${verb} at the price or better; the rest stays in the book.`;
    case 'stop_loss':
      return `${verb} at market when the price ${loss} to the stop price.`;
    case 'stop_loss_limit':
      return `Places the limit order when the price ${loss} to the stop price.`;
    case 'take_profit':
      return `${verb} at market when the price ${profit} to the stop price.`;
    case 'take_profit_limit':
      return `Places the limit order when the price ${profit} to the stop price.`;
    case 'trailing_stop':
      return `${verb} at market when the price turns back from its best by the distance.`;
    case 'oco':
      return (
        'Two orders, of which one cancels the other: a limit at the price, and a stop at market ' +
        `when the price ${loss} to the stop price.`
      );
    default:
      return unreachable(type);
  }
}
