import { addExact, exactly, formatExact, multiplyExact, zeroExact } from '../../../../kit/exact.ts';
import type { MarketType, Side } from '../../../model/order.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import type { VenueBalances, VenueFill, VenueOrderStatus } from '../../venuePort.ts';
import type { CcxtBalance, CcxtOrder, CcxtTrade } from './ccxtClient.ts';
import { NoAnswerError } from './tradeHttp.ts';

// Converts ccxt's unified shapes to ours: numbers to exact text, statuses to the few we know.

const clientId = /^[0-9a-f]{32}$/;

/** True when an id is one of ours: orders that the venue creates itself have other ids. */
export function isClientId(text: string): boolean {
  return clientId.test(text);
}

/** Returns a number as exact decimal text, as the venue printed it. */
export function textOf(number: number | string): string {
  return formatExact(exactly(number));
}

const statuses: Readonly<Record<string, VenueOrderStatus>> = {
  open: 'open',
  canceling: 'open',
  closed: 'closed',
  canceled: 'canceled',
  expired: 'expired',
  rejected: 'rejected',
};

/** Throws for an unknown status: such an order is looked up again. */
export function statusOf({ status }: CcxtOrder): VenueOrderStatus {
  const known = statuses[status ?? ''];
  if (!known)
    throw new NoAnswerError(`The exchange returned an unknown order status: ${status ?? 'none'}.`);
  return known;
}

export function sideOf(side: string | undefined): Side {
  if (side === 'buy' || side === 'sell') return side;
  throw new NoAnswerError(`The exchange returned an unknown side: ${side ?? 'none'}.`);
}

/** Returns a value that must be there; throws when it is missing. */
export function required<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new NoAnswerError(`The exchange did not report the ${what}.`);
  return value;
}

interface FillContext {
  readonly symbol: InstrumentSymbol;
  readonly marketType: MarketType;
  readonly clientId: string | undefined;
}

export function fillOf(trade: CcxtTrade, context: FillContext): VenueFill {
  return {
    venueTradeId: required(trade.id, 'id of a trade'),
    venueOrderId: required(trade.order, 'order of a trade'),
    ...context,
    side: sideOf(trade.side),
    price: required(trade.price, 'price of a trade'),
    quantity: textOf(required(trade.amount, 'quantity of a trade')),
    fee: textOf(trade.fee?.cost ?? 0),
    feeAsset: trade.fee?.currency ?? '',
    liquidity: trade.takerOrMaker === 'maker' ? 'maker' : 'taker',
    atMs: required(trade.timestamp, 'time of a trade'),
  };
}

const wholeNumber = /^\d+$/;

/** Returns the sequence number of a fill, where the venue numbers them. */
export function sequenceOf(number: unknown): Pick<VenueFill, 'sequence'> {
  const text = String(number);
  return wholeNumber.test(text) ? { sequence: text } : {};
}

/**
 * Compares fills of one symbol, for oldest first; fills that cannot be told apart keep their order.
 */
export function byPlace(a: VenueFill, b: VenueFill): number {
  if (a.atMs !== b.atMs) return a.atMs - b.atMs;
  if (a.sequence === undefined || b.sequence === undefined) return 0;
  return Number(BigInt(a.sequence) - BigInt(b.sequence));
}

/** The sums of an order's fills. */
export interface FillSums {
  readonly filled: string;
  readonly cost: string;
  readonly average: number | undefined;
  readonly fees: Readonly<Record<string, string>>;
  readonly lastTradeAtMs: number | undefined;
}

export function sumsOf(fills: readonly VenueFill[]): FillSums {
  let filled = zeroExact;
  let cost = zeroExact;
  const fees = new Map<string, string>();
  for (const { quantity, price, fee, feeAsset } of fills) {
    filled = addExact(filled, exactly(quantity));
    cost = addExact(cost, multiplyExact(exactly(quantity), exactly(price)));
    if (feeAsset === '') continue;
    fees.set(feeAsset, formatExact(addExact(exactly(fees.get(feeAsset) ?? '0'), exactly(fee))));
  }
  const [quantity, worth] = [formatExact(filled), formatExact(cost)];
  return {
    filled: quantity,
    cost: worth,
    average: fills.length === 0 ? undefined : quotient(worth, quantity),
    fees: Object.fromEntries(fees),
    lastTradeAtMs: fills.length === 0 ? undefined : Math.max(...fills.map(({ atMs }) => atMs)),
  };
}

/**
 * Returns the quotient to the 15 digits that a number surely holds: a price on a step stays on it.
 */
function quotient(worth: string, quantity: string): number {
  return Number((Number(worth) / Number(quantity)).toPrecision(15));
}

/** Returns the balances; assets with a total of zero are left out. */
export function balancesOf({ free = {}, used = {}, total = {} }: CcxtBalance): VenueBalances {
  const assets = Object.keys(total).filter((asset) => (total[asset] ?? 0) !== 0);
  return Object.fromEntries(
    assets.map((asset) => [
      asset,
      {
        free: textOf(free[asset] ?? 0),
        used: textOf(used[asset] ?? 0),
        total: textOf(total[asset] ?? 0),
      },
    ]),
  );
}
