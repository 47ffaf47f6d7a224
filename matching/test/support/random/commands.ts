import fc from 'fast-check';
import type { BookLevel, Command } from '../../../src/commands.ts';
import type { DriverKind } from '../../../src/core.ts';
import type { OrderRequest } from '../../../src/order.ts';
import {
  accountId,
  accounts,
  type Day,
  type Move,
  rulesOfAll,
  setUp,
  symbol,
  symbolOf,
} from './day.ts';
import { collaterals, margins, marks } from './margins.ts';

const ticks = fc.integer({ min: 92, max: 108 });
const lots = fc.integer({ min: 1, max: 40 });
const side = fc.constantFrom('buy', 'sell') as fc.Arbitrary<'buy' | 'sell'>;
const order = fc.record({
  accountId,
  symbol,
  side,
  type: fc.constantFrom(
    ...(['limit', 'limit', 'limit', 'limit', 'market', 'market', 'stop_loss'] as const),
    ...(['stop_loss_limit', 'take_profit', 'take_profit_limit', 'trailing_stop'] as const),
    ...(['oco', 'oco'] as const),
  ),
  timeInForce: fc.constantFrom('GTC', 'GTC', 'GTC', 'IOC', 'FOK', 'POST_ONLY'),
  price: ticks,
  stop: ticks,
  lots,
  reduceOnly: fc.constantFrom(false, false, false, true),
  trailingPpm: fc.integer({ min: 1000, max: 60_000 }),
});

const book = fc
  .record({
    best: fc.integer({ min: 95, max: 105 }),
    spread: fc.integer({ min: 1, max: 3 }),
    bids: fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 5 }),
    asks: fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 5 }),
  })
  .map(({ best, spread, bids, asks }) => ({
    bids: bids.map((each, index): BookLevel => [best - index, each]),
    asks: asks.map((each, index): BookLevel => [best + spread + index, each]),
  }));

const submits: fc.Arbitrary<Move> = order.map((drawn) => (day) => ({
  type: 'submit',
  order: requestOf(drawn, day),
}));
const cancels: fc.Arbitrary<Move> = fc
  .record({ accountId, back: fc.integer({ min: 1, max: 12 }) })
  .map((drawn) => ({ index }) => ({
    type: 'cancel',
    accountId: drawn.accountId,
    orderId: `o${index - drawn.back}`,
  }));
const others: fc.Arbitrary<Move> = fc.oneof(
  accountId.map(
    (each): Move =>
      () => ({ type: 'cancelAll', accountId: each }),
  ),
  fc.record({ accountId, symbol, leverage: fc.integer({ min: 1, max: 20 }) }).map(
    (drawn): Move =>
      (day) => ({ ...drawn, symbol: symbolOf(day, drawn.symbol), type: 'setLeverage' }),
  ),
  fc.record({ symbol, ticks }).map(
    (drawn): Move =>
      (day) => ({ ...drawn, symbol: symbolOf(day, drawn.symbol), type: 'mark' }),
  ),
  fc.record({ accountId, isHedged: fc.boolean() }).map(
    (drawn): Move =>
      () => ({ ...drawn, type: 'setPositionMode' }),
  ),
);
const feeds: fc.Arbitrary<Move> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ symbol, book }).map(toBook) },
  {
    weight: 2,
    arbitrary: fc.record({ symbol, ticks, lots, takerSide: side }).map(
      (drawn): Move =>
        (day) => ({ ...drawn, symbol: symbolOf(day, drawn.symbol), type: 'trade' }),
    ),
  },
);

function toBook(drawn: { symbol: number; book: { bids: BookLevel[]; asks: BookLevel[] } }): Move {
  return (day) => {
    const symbol = symbolOf(day, drawn.symbol);
    const scale = (levels: readonly BookLevel[]) =>
      levels.map(([ticks, lots]): BookLevel => [ticks, lots * sizeOf(day, symbol)]);
    return { type: 'book', symbol, bids: scale(drawn.book.bids), asks: scale(drawn.book.asks) };
  };
}

function sizeOf({ size }: Day, symbol: string): number {
  return symbol.includes(':') ? size : 1;
}

type Drawn = typeof order extends fc.Arbitrary<infer T> ? T : never;

function requestOf(drawn: Drawn, day: Day): OrderRequest {
  const { index } = day;
  const rules = rulesOfAll.find((each) => each.symbol === symbolOf(day, drawn.symbol));
  const text = (steps: number, size = '1') => scaled(steps, size);
  const isSpot = rules?.kind === 'spot';
  const isOco = drawn.type === 'oco';
  const { price, stop, timeInForce } = drawn;
  // An OCO needs its prices on the proper sides.
  const [low, high] = [Math.min(price, stop), Math.max(price, stop) + 1];
  const pair = drawn.side === 'buy' ? [low, high] : [high, low];
  const [limitPrice = price, stopPrice = stop] = isOco ? pair : [];
  return {
    orderId: `o${index}`,
    stopOrderId: `o${index}s`,
    accountId: drawn.accountId,
    symbol: symbolOf(day, drawn.symbol),
    side: drawn.side,
    type: drawn.type,
    timeInForce:
      isOco || (timeInForce === 'POST_ONLY' && !hasPrice(drawn.type)) ? 'GTC' : timeInForce,
    quantity: text(drawn.lots * sizeOf(day, rules?.symbol ?? ''), rules?.lotSize),
    price: text(limitPrice, rules?.tickSize),
    stopPrice: text(stopPrice, rules?.tickSize),
    trailingPpm: drawn.trailingPpm,
    reduceOnly: !isSpot && drawn.reduceOnly,
  };
}

function hasPrice(type: string): boolean {
  return type === 'limit' || type.endsWith('_limit');
}

/** Whole steps as decimal text, by moving the point. */
function scaled(steps: number, size: string): string {
  const places = size.split('.')[1]?.length ?? 0;
  const digits = `${steps}`.padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** What a day trades: a few of all instruments, or contracts, by accounts that risk too much. */
export type DayKind = 'mixed' | 'contracts';

/** A day of an engine: its set-up, then orders, cancels and, for the feed driver, the market. */
export function daysOf(
  driver: DriverKind,
  lengthMax: number,
  kind: DayKind = 'mixed',
): fc.Arbitrary<Command[]> {
  const isMixed = kind === 'mixed';
  const moves = fc.oneof(
    { weight: 8, arbitrary: submits },
    { weight: isMixed ? 2 : 1, arbitrary: cancels },
    { weight: 1, arbitrary: others },
    { weight: isMixed ? 2 : 3, arbitrary: margins },
    { weight: 1, arbitrary: collaterals },
    ...(isMixed ? [] : [{ weight: 2, arbitrary: marks }]),
    ...(driver === 'feed' ? [{ weight: 6, arbitrary: feeds }] : []),
  );
  const all = rulesOfAll.filter((rules) => isMixed || rules.kind !== 'spot');
  const symbols = fc.subarray(
    all.map((rules) => rules.symbol),
    { minLength: 1 },
  );
  const size = isMixed ? 15 : 50;
  const drawn = fc.array(moves, { minLength: lengthMax / 2, maxLength: lengthMax });
  // Half of the days know one-way mode alone, and half of them wallets that stand by themselves.
  const some = fc.oneof(fc.constant([]), fc.subarray([...accounts]));
  return fc.tuple(symbols, drawn, some, some).map(([listed, each, hedged, backed]) => [
    ...setUp({ hedged, backed }),
    ...each.map((move, index) => {
      const bare = move({ index, symbols: listed, size });
      return { ...bare, at: index + 2 } as Command;
    }),
  ]);
}
