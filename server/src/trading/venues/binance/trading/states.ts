import type { MarketType } from '../../../model/order.ts';
import { type InstrumentSymbol, isInverse } from '../../../model/symbol.ts';
import type { CcxtOrder, CcxtTrade } from '../../shared/live/ccxtClient.ts';
import type { DialectCall, OrderLink } from '../../shared/live/dialect.ts';
import { encodeRequest } from '../../shared/live/encodeRequest.ts';
import { refusalTexts } from '../../shared/live/failures.ts';
import {
  type FillSums,
  required,
  sideOf,
  statusOf,
  sumsOf,
  textOf,
} from '../../shared/live/shapes.ts';
import type { VenueFill, VenueOrderState } from '../../venuePort.ts';
import { coinSizes, tradeFill } from './contracts.ts';
import type { TradesOfOrder } from './endpoints.ts';
import { linkName } from './marginTypes.ts';
import { typeOf } from './orderTypes.ts';

export interface Market {
  readonly symbol: InstrumentSymbol;
  readonly marketType: MarketType;
  /** The order that it is a part of; absent when it is none. */
  readonly whole?: OrderLink;
}

/** Maximum number of trades of one order in one answer, which is the most the venue gives. */
const tradesMax = 1_000;

/** Returns an order as the venue has it, with the cost of its fills. */
export async function stateOf(
  call: DialectCall,
  order: CcxtOrder,
  { symbol, marketType, whole }: Market,
): Promise<VenueOrderState> {
  const venueOrderId = required(order.id, 'id of an order');
  const clientId = order.clientOrderId;
  const link = whole ?? { venueOrderId, clientId };
  call.links.set(linkName(symbol, venueOrderId), link);
  const status = statusOf(order);
  const fills = await fillsOf(call, order, { symbol, marketType, clientId });
  call.heard(fills.map((fill) => ({ ...fill, ...link })));
  const { quantity, ...sums } = await sizesOf(call, order, { symbol, sums: sumsOf(fills) });
  const isKilled = status === 'expired' && order.info.timeInForce === 'FOK';
  const createdAtMs = order.timestamp ?? call.clock.now();
  const type = typeOf(order.info, marketType);
  return {
    symbol,
    marketType,
    clientId,
    venueOrderId,
    side: sideOf(order.side),
    type,
    status,
    // For other types ccxt gives the mean price of their fills there.
    price: type.endsWith('limit') ? positive(order.price) : undefined,
    stopPrice: positive(order.triggerPrice),
    quantity,
    ...sums,
    createdAtMs,
    updatedAtMs: order.lastUpdateTimestamp ?? sums.lastTradeAtMs ?? createdAtMs,
    reason: isKilled ? refusalTexts.cannotFill : undefined,
  };
}

/** Returns the quantity of an order and the sums of its fills, in base units. */
async function sizesOf(
  call: DialectCall,
  order: CcxtOrder,
  own: { readonly symbol: InstrumentSymbol; readonly sums: FillSums },
): Promise<FillSums & Pick<VenueOrderState, 'quantity'>> {
  if (isInverse(own.symbol)) return { ...own.sums, ...(await coinSizes(call, order, own)) };
  const quantity = textOf(required(order.amount, 'quantity of an order'));
  return { ...atLeast(own.sums, order), quantity };
}

/** Trades are listed a moment later than the order reports its fill: then the order counts. */
function atLeast(sums: FillSums, { filled = 0, cost = 0, average }: CcxtOrder): FillSums {
  if (Number(sums.filled) >= filled) return sums;
  return { ...sums, filled: textOf(filled), cost: textOf(cost), average };
}

/** Returns the fills in the answer itself, or the venue's list of the order's trades. */
async function fillsOf(
  call: DialectCall,
  order: CcxtOrder,
  context: Parameters<typeof tradeFill>[2],
): Promise<readonly VenueFill[]> {
  const { client } = call;
  const id = required(order.id, 'id of an order');
  const isOf = (trade: CcxtTrade): CcxtTrade => ({
    ...trade,
    order: id,
    side: trade.side ?? order.side,
    timestamp: trade.timestamp ?? order.timestamp,
  });
  if ((order.filled ?? 0) === 0) return [];
  if (order.trades?.length)
    return order.trades.map((trade) => tradeFill(call, isOf(trade), context));
  const { symbol } = context;
  const ofOrder = encodeRequest<TradesOfOrder>({ orderId: id });
  const trades = await client.fetchMyTrades(symbol, undefined, tradesMax, ofOrder);
  return trades.map((trade) => tradeFill(call, isOf(trade), context));
}

function positive(value: number | undefined): number | undefined {
  return value !== undefined && value > 0 ? value : undefined;
}
