import fc from 'fast-check';
import type { Command } from '../../../src/commands.ts';
import { accountId, type Bare, type Move, priceOf, setUp, step, symbol, symbolOf } from './day.ts';

/** Events of wallets and positions that need no order. */
export const margins: fc.Arbitrary<Move> = fc.oneof(
  fc
    .record({ symbol, rate: fc.integer({ min: -70_000_007, max: 70_000_007 }), back: fc.nat(4) })
    .map(
      (drawn): Move =>
        (day) => ({
          type: 'funding',
          symbol: symbolOf(day, drawn.symbol),
          rate: BigInt(drawn.rate) * 1_000_000_001n,
          fundedAt: day.index - drawn.back,
        }),
    ),
  fc
    .record({
      from: accountId,
      to: accountId,
      isBase: fc.boolean(),
      share: fc.integer({ min: -2, max: 60 }),
    })
    .map(
      ({ from, to, isBase, share }): Move =>
        () => ({ type: 'transfer', from, to, ...moneyOf(isBase, share) }),
    ),
  fc
    .record({
      accountId,
      isBase: fc.boolean(),
      share: fc.integer({ min: -40, max: 40 }),
      part: fc.constantFrom(undefined, 'linear' as const, 'inverse' as const),
    })
    .map(
      ({ accountId: each, isBase, share, part }): Move =>
        () => ({
          type: 'deposit',
          accountId: each,
          ...moneyOf(isBase, share),
          ...(part !== undefined && { part }),
        }),
    ),
  fc
    .record({
      accountId,
      asset: fc.constantFrom(undefined, 'USDT', 'X'),
      kinds: fc.option(fc.subarray(['linear' as const, 'inverse' as const]), { nil: undefined }),
    })
    .map(
      ({ accountId: each, asset, kinds }): Move =>
        () => ({
          type: 'collect',
          accountId: each,
          ...(asset !== undefined && { asset }),
          ...(kinds && { kinds }),
        }),
    ),
  fc
    .record({
      accountId,
      symbol,
      marginMode: fc.constantFrom('cross' as const, 'isolated' as const),
    })
    .map(
      (drawn): Move =>
        (day) => ({ ...drawn, symbol: symbolOf(day, drawn.symbol), type: 'setMarginMode' }),
    ),
);

/** Prices of coins as collateral that walk by themselves, and other rates now and then. */
export const collaterals: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({ asset: fc.constantFrom('X', 'Y'), ticks: fc.integer({ min: 20, max: 130 }) })
      .map(
        ({ asset, ticks }): Move =>
          () => ({ type: 'price', asset, price: priceOf(asset, ticks) }),
      ),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({
        accountId,
        rates: fc.tuple(fc.constantFrom(0, 500_000, 1_000_000), fc.nat({ max: 1_000_000 })),
        assets: fc.subarray(['USDT', 'X', 'Y']),
      })
      .map(
        ({ accountId: each, rates: [most, least], assets }): Move =>
          () => ({
            type: 'setCollateral',
            accountId: each,
            assets: assets.map((asset) => ({ asset, ratePpm: asset === 'Y' ? least : most })),
          }),
      ),
  },
);

/** Returns a share of the accounts' first balances, in percent. */
function moneyOf(isBase: boolean, share: number): { asset: string; amount: bigint } {
  const first = isBase ? 90n * step.lot : 900_000n;
  return { asset: isBase ? 'X' : 'USDT', amount: (first * BigInt(share)) / 100n };
}

/** Marks far from the book: positions at high leverage do not survive them. */
export const marks: fc.Arbitrary<Move> = fc
  .record({ symbol, ticks: fc.integer({ min: 75, max: 130 }) })
  .map(
    (drawn): Move =>
      (day) => ({ ...drawn, symbol: symbolOf(day, drawn.symbol), type: 'mark' }),
  );

/** The contracts of one wallet. */
const pair = ['X/USDT:USDT', 'Z/USDT:USDT'] as const;

/**
 * A day of an account that is long in one contract and short in the other. Their marks move
 * together, one losing what the other gains, until the loser's moves away: the wallet alone cannot
 * bear such a loss.
 */
export const hedgedDays: fc.Arbitrary<Command[]> = fc
  .record({
    lots: fc.tuple(fc.integer({ min: 500, max: 800 }), fc.integer({ min: 500, max: 800 })),
    isLongFirst: fc.boolean(),
    isUp: fc.boolean(),
    steps: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 3, maxLength: 8 }),
    gaps: fc.array(fc.integer({ min: 1, max: 18 }), { minLength: 1, maxLength: 3 }),
  })
  .map(({ lots, isLongFirst, isUp, steps, gaps }) => {
    const commands: Bare<Command>[] = pair.flatMap((each, index) =>
      opening(each, { lots: lots[index] ?? 0, isLong: (index === 0) === isLongFirst }),
    );
    const way = isUp ? 1 : -1;
    const loser = pair[isLongFirst === isUp ? 1 : 0];
    let price = 100;
    for (const move of steps) {
      price += way * move;
      for (const each of pair) commands.push({ type: 'mark', symbol: each, ticks: price });
    }
    for (const gap of gaps) {
      price += way * gap;
      commands.push({ type: 'mark', symbol: loser, ticks: price });
    }
    return [...setUp(), ...commands.map((each, index) => ({ ...each, at: index + 2 }) as Command)];
  });

function opening(
  symbol: string,
  { lots, isLong }: { readonly lots: number; readonly isLong: boolean },
): Bare<Command>[] {
  const own = { accountId: 'c', symbol, side: isLong ? 'buy' : 'sell' } as const;
  const order = { ...own, orderId: symbol, type: 'market', quantity: `0.0000${lots}` } as const;
  return [
    { type: 'setLeverage', accountId: 'c', symbol, leverage: 17 },
    { type: 'mark', symbol, ticks: 100 },
    { type: 'book', symbol, bids: [[99, 900]], asks: [[100, 900]] },
    { type: 'submit', order },
  ];
}
