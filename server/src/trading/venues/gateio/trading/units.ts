import {
  compareExact,
  divideSigned,
  type Exact,
  exactly,
  formatExact,
  multiplyExact,
  roundUpExact,
} from '../../../../kit/exact.ts';
import type { Side } from '../../../model/order.ts';
import { isInverse } from '../../../model/symbol.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { DialectRefusal } from '../../shared/live/failures.ts';
import { inverseBase } from '../../shared/live/inverse.ts';
import { required } from '../../shared/live/shapes.ts';
import type { Market } from './rows.ts';

// The venue counts contracts in whole numbers, each of them a fixed amount of the base.

/** Returns the base units of one contract; one on spot. */
function contractOf({ client }: DialectCall, { symbol, marketType }: Market): Exact {
  if (marketType === 'spot') return exactly(1);
  const { contractSize, inverse } = client.market(symbol);
  if (inverse === true || contractSize === undefined || contractSize <= 0) {
    throw new DialectRefusal(
      `Contracts of ${symbol} are not counted in its base: not traded here.`,
    );
  }
  return exactly(contractSize);
}

/** Returns the number of contracts in a quantity; throws when it is not a whole number. */
export function toContracts(call: DialectCall, market: Market, quantity: string): number {
  const contract = contractOf(call, market);
  const asked = exactly(quantity);
  const whole = divideSigned(asked, contract, 0);
  const isWhole = compareExact(multiplyExact(whole, contract), asked) === 0;
  const count = Number(whole.digits);
  if (!isWhole || count < 1 || !Number.isSafeInteger(count)) {
    const size = formatExact(contract);
    throw new DialectRefusal(`The quantity must be whole contracts of ${size} (got ${quantity}).`);
  }
  return count;
}

/** Converts the venue's count to base units, without its sign. */
export function toBase(call: DialectCall, market: Market, count: string): Exact {
  return multiplyExact(toCount(count), contractOf(call, market));
}

/** Returns the number of contracts in a size, without its sign. */
export function toCount(size: string): Exact {
  const count = exactly(size);
  return count.digits < 0n ? { ...count, digits: -count.digits } : count;
}

/** The same for any contract; those settled in their base are another quantity at every price. */
export function baseUnits(
  call: DialectCall,
  market: Market,
  { size, price }: { readonly size: string; readonly price: number },
): Exact {
  if (!isInverse(market.symbol)) return toBase(call, market, size);
  return inverseBase(toCount(size), inverseSizeOf(call, market), price);
}

/** Returns the units of the quote that one contract is worth. */
export function inverseSizeOf({ client }: DialectCall, { symbol }: Market): Exact {
  return exactly(required(client.market(symbol).contractSize, 'size of a contract'));
}

/** The size of a sell is negative. */
export function sideOfSize(size: string): Side {
  return size.startsWith('-') ? 'sell' : 'buy';
}

/** Room beyond the trigger: a fall or rise that triggers an order goes on for a moment. */
const triggeredRoomBps = 500;

/**
 * Returns the limit of a triggered market buy: the venue's own market buy would be for an amount of
 * the quote.
 */
export function triggeredGuard(call: DialectCall, market: Market, stopPrice: string): string {
  return priceAbove(call, market, { price: stopPrice, roomBps: triggeredRoomBps });
}

/** Returns a price with some room above it, on the market's step, which is a power of ten. */
export function priceAbove(
  { client }: DialectCall,
  { symbol }: Market,
  guard: { readonly price: string; readonly roomBps: number },
): string {
  const { scale } = exactly(client.market(symbol).precision.price ?? 1);
  const share: Exact = { digits: BigInt(10_000 + guard.roomBps), scale: 4 };
  const digits = roundUpExact(multiplyExact(exactly(guard.price), share), scale);
  return formatExact({ digits, scale });
}
