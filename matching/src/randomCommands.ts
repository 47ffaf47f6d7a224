import fc from 'fast-check';
import type { BookLevel, Command } from './commands.ts';
import type { DriverKind } from './core.ts';
import { spotRules, swapRules } from './fixtures.ts';
import type { OrderRequest } from './order.ts';
import type { InstrumentRules } from './rules.ts';

/** Steps so fine that fees have to be rounded: one lot at one tick is 100 units of 10^-18. */
const fine = { tickSize: '0.000000001', lotSize: '0.0000001', minQuantity: '0.0000001' };
const step = { tick: 1_000_000_000n, lot: 100_000_000_000n };

const rulesOfAll: readonly InstrumentRules[] = [
  { ...spotRules, ...fine, makerFeePpm: 333, takerFeePpm: 777 },
  {
    ...{ ...spotRules, ...fine, symbol: 'Y/USDT', base: 'Y', triggerSource: 'mid' },
    ...{ spotFeeAsset: 'received', makerFeePpm: -111, takerFeePpm: 777 },
  },
  { ...swapRules, ...fine, makerFeePpm: 333, takerFeePpm: 777, leverageMax: 20 },
  {
    ...{
      ...swapRules,
      ...fine,
      tickSize: '1',
      symbol: 'X/USD:X',
      isInverse: true,
      settle: 'X',
      quote: 'USD',
    },
    ...{ contractSize: '10', makerFeePpm: -111, takerFeePpm: 777 },
  },
];

export const accounts: readonly string[] = ['a', 'b', 'c'];

/** Balances that some orders exceed: about 90 lots of either side at prices around 100. */
function setUp(): Command[] {
  const commands: Command[] = rulesOfAll.map((rules) => ({ type: 'define', at: 1, rules }));
  for (const accountId of accounts) {
    commands.push({ type: 'openAccount', at: 1, accountId });
    const deposit = { type: 'deposit', at: 1, accountId } as const;
    commands.push({ ...deposit, asset: 'USDT', amount: 9_000n * 100n });
    for (const asset of ['X', 'Y']) {
      commands.push({ ...deposit, asset, amount: 90n * step.lot });
    }
    for (const { symbol, kind } of rulesOfAll) {
      const leverage = accountId === 'a' ? 20 : 5;
      if (kind !== 'spot')
        commands.push({ type: 'setLeverage', at: 1, accountId, symbol, leverage });
    }
  }
  return commands;
}

const ticks = fc.integer({ min: 92, max: 108 });
const lots = fc.integer({ min: 1, max: 40 });
const side = fc.constantFrom('buy', 'sell') as fc.Arbitrary<'buy' | 'sell'>;
/** Which of the day's symbols. */
const symbol = fc.nat({ max: rulesOfAll.length - 1 });
const accountId = fc.constantFrom(...accounts);

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

type Bare<T> = T extends unknown ? Omit<T, 'at'> : never;

/** What a move has to know of its day; few symbols make busy ones. */
interface Day {
  readonly index: number;
  readonly symbols: readonly string[];
}

type Move = (day: Day) => Bare<Command>;

function symbolOf({ symbols }: Day, drawn: number): string {
  return symbols[drawn % symbols.length] ?? '';
}

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
      levels.map(([ticks, lots]): BookLevel => [ticks, lots * sizeOf(symbol)]);
    return { type: 'book', symbol, bids: scale(drawn.book.bids), asks: scale(drawn.book.asks) };
  };
}

/** Derivatives trade in larger sizes, so that with their leverage losses hurt. */
function sizeOf(symbol: string): number {
  return symbol.includes(':') ? 15 : 1;
}

type Drawn = typeof order extends fc.Arbitrary<infer T> ? T : never;

function requestOf(drawn: Drawn, day: Day): OrderRequest {
  const { index } = day;
  const rules = rulesOfAll.find((each) => each.symbol === symbolOf(day, drawn.symbol));
  const text = (steps: number, size = '1') => scaled(steps, size);
  const isSpot = rules?.kind === 'spot';
  const isOco = drawn.type === 'oco';
  const { price, stop, timeInForce } = drawn;
  // A pair needs its prices on the proper sides.
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
    quantity: text(drawn.lots * sizeOf(rules?.symbol ?? ''), rules?.lotSize),
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

/** A day of an engine: its set-up, then orders, cancels and, for the feed driver, the market. */
export function daysOf(driver: DriverKind, lengthMax: number): fc.Arbitrary<Command[]> {
  const moves = fc.oneof(
    { weight: 8, arbitrary: submits },
    { weight: 2, arbitrary: cancels },
    { weight: 1, arbitrary: others },
    ...(driver === 'feed' ? [{ weight: 6, arbitrary: feeds }] : []),
  );
  const symbols = fc.subarray(
    rulesOfAll.map((rules) => rules.symbol),
    { minLength: 1 },
  );
  const drawn = fc.array(moves, { minLength: lengthMax / 2, maxLength: lengthMax });
  return fc
    .tuple(symbols, drawn)
    .map(([listed, all]) => [
      ...setUp(),
      ...all.map(
        (move, index) => ({ ...move({ index, symbols: listed }), at: index + 2 }) as Command,
      ),
    ]);
}
