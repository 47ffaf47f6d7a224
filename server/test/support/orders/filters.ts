import type { OrderDraft } from '../../../src/trading/execution/types.ts';
import type { ListedMarket } from '../../../src/trading/venues/marketPort.ts';
import type { VenueOrder } from '../../../src/trading/venues/venuePort.ts';

/** The numbers of an order as the exchange would get them. */
export type Sent = Pick<
  VenueOrder,
  'symbol' | 'side' | 'type' | 'quantity' | 'price' | 'stopPrice' | 'reduceOnly'
>;

/** Decimals in which everything is counted; more than any number here has. */
const places = 60;
const one = 10n ** BigInt(places);
/** Step of an exchange that names none. */
const finest = 1e-8;
/** Trading §8: USD 10, at a dollar for the quote. */
const micro = one / 1_000_000n;
const leastUsd = 10n * one;

/** Returns a decimal text or number, to its last digit. */
export function exactOf(value: string | number): bigint {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const shift = places - fraction.length + Number(exponent);
  if (shift < 0) throw new Error(`${value} has more than ${places} places`);
  return BigInt(whole + fraction) * 10n ** BigInt(shift);
}

const worth = (quantity: bigint, price: bigint) => (quantity * price) / one;

/** Returns the exact price step at this price for an exchange that limits the digits of prices. */
function tickAt(price: bigint, { priceTick, priceDigitsMax }: ListedMarket): bigint {
  const tick = exactOf(priceTick ?? finest);
  if (priceDigitsMax === undefined) return tick;
  const digits = (price / one).toString().length;
  if (price >= one) {
    // Whole prices may have any number of digits.
    const decimals = Math.max(0, priceDigitsMax - digits);
    const own = one / 10n ** BigInt(decimals);
    return own > tick ? own : tick;
  }
  const zeros = places - price.toString().length;
  const own = one / 10n ** BigInt(zeros + priceDigitsMax);
  return own > tick ? own : tick;
}

interface Asked {
  readonly draft: OrderDraft;
  /** Current mid, for orders without a price. */
  readonly mid: number;
  /** The order as it was sent; undefined when it was refused. */
  readonly sent?: Sent;
}

/**
 * Returns an exchange's objection to an order, or to the order as it was sent; undefined for none.
 * For a refused order: whether its request, rounded to the steps, is too small.
 */
export function filterObjection(market: ListedMarket, asked: Asked): string | undefined {
  const { draft, sent } = asked;
  const step = exactOf(market.quantityStep ?? finest);
  const wanted = exactOf(draft.quantity);
  const quantity = sent ? exactOf(sent.quantity) : wanted - (wanted % step);
  const price = priceOf(market, { side: draft.side, from: draft.price, to: sent?.price });
  const stop = stopOf(market, { from: draft.stopPrice, to: sent?.stopPrice });
  return (
    quantityObjection(quantity, { wanted, step, least: exactOf(market.quantityMin ?? 0) }) ??
    price?.objection ??
    stop?.objection ??
    valueObjection(market, asked, {
      quantity,
      // Exchanges value a stop order by its stop price if it has no other.
      price: price?.value ?? stop?.value ?? exactOf(asked.mid),
      highest: [price?.value, stop?.value, undefined].reduce<bigint>(
        (most, each) => (each !== undefined && each > most ? each : most),
        draft.price === undefined && draft.stopPrice === undefined ? exactOf(asked.mid) : 0n,
      ),
    })
  );
}

function quantityObjection(
  quantity: bigint,
  { wanted, step, least }: { wanted: bigint; step: bigint; least: bigint },
): string | undefined {
  if (quantity <= 0n) return 'quantity of nothing';
  if (quantity % step !== 0n) return 'quantity is off the step';
  if (quantity > wanted || wanted - quantity >= step) return 'quantity is another';
  return quantity < least ? 'quantity is below the minimum' : undefined;
}

interface Numbered {
  readonly value: bigint;
  readonly objection: string | undefined;
}

/** Rounds a limit price away from the market by less than a step. */
function priceOf(
  market: ListedMarket,
  { side, from, to }: { side: string; from: number | undefined; to: string | undefined },
): Numbered | undefined {
  if (from === undefined) return undefined;
  const wanted = exactOf(from);
  const tick = tickAt(wanted, market);
  const down = wanted - (wanted % tick);
  const value = side === 'buy' || down === wanted ? down : down + tick;
  return checked('price', { value, to, tick: tickAt(value, market) });
}

/** Rounds a stop price to the nearest step. */
function stopOf(
  market: ListedMarket,
  { from, to }: { from: number | undefined; to: string | undefined },
): Numbered | undefined {
  if (from === undefined) return undefined;
  const wanted = exactOf(from);
  const tick = tickAt(wanted, market);
  const down = wanted - (wanted % tick);
  const value = (wanted - down) * 2n >= tick ? down + tick : down;
  return checked('stop price', { value, to, tick: tickAt(value, market) });
}

function checked(
  name: string,
  { value, to, tick }: { value: bigint; to: string | undefined; tick: bigint },
): Numbered {
  const sent = to === undefined ? value : exactOf(to);
  if (sent <= 0n) return { value, objection: `${name} of nothing` };
  if (sent % tick !== 0n) return { value, objection: `${name} is off the step` };
  return { value, objection: sent === value ? undefined : `${name} is another` };
}

interface Valued {
  readonly quantity: bigint;
  /** Price at which the exchange values the order. */
  readonly price: bigint;
  /** Price at which we value it: the most it may cost. */
  readonly highest: bigint;
}

function valueObjection(
  { notionalMin }: ListedMarket,
  { draft, mid }: Asked,
  { quantity, price, highest }: Valued,
): string | undefined {
  if (draft.reduceOnly) return undefined;
  const least = exactOf(notionalMin ?? 0);
  if (worth(quantity, price) < least) return 'value is below the minimum of the exchange';
  const isAtMarket = draft.type === 'limit' && draft.side === 'sell';
  const market = isAtMarket ? exactOf(mid) : 0n;
  const most = highest > market ? highest : market;
  // Ours is rounded up to a millionth.
  const ours = worth(quantity, most) + micro - 1n;
  return ours - (ours % micro) < leastUsd ? 'value is below ten dollars' : undefined;
}
