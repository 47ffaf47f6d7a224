import fc from 'fast-check';
import type { CollateralRate, Command } from '../../../src/commands.ts';
import type { InstrumentRules } from '../../../src/rules.ts';
import type { MaintenanceTier } from '../../../src/tiers.ts';
import { unit } from '../audit/expected.ts';
import { spotRules, swapRules } from '../fixtures.ts';

/** Steps fine enough that fees have to be rounded: one lot at one tick is 100 units of 10^-18. */
const fine = { tickSize: '0.000000001', lotSize: '0.0000001', minQuantity: '0.0000001' };
export const step = { tick: 1_000_000_000n, lot: 100_000_000_000n };

/** Returns tiers whose rates leave some of the leverage below room, and some none. */
function tiersTo(first: string, second: string): readonly MaintenanceTier[] {
  return [
    { notionalMax: first, ratePpm: 10_007, leverageMax: 20 },
    { notionalMax: second, ratePpm: 33_333, leverageMax: 20 },
    { ratePpm: 61_001, leverageMax: 17 },
  ];
}

export const rulesOfAll: readonly InstrumentRules[] = [
  { ...spotRules, ...fine, makerFeePpm: 333, takerFeePpm: 777 },
  {
    ...spotRules,
    ...fine,
    symbol: 'Y/USDT',
    base: 'Y',
    triggerSource: 'mid',
    spotFeeAsset: 'received',
    makerFeePpm: -111,
    takerFeePpm: 777,
  },
  {
    ...swapRules,
    ...fine,
    makerFeePpm: 333,
    takerFeePpm: 777,
    leverageMax: 20,
    maintenanceTiers: tiersTo('0.000000000001', '0.000000000003'),
    liquidationFeePpm: 5_000,
  },
  {
    ...swapRules,
    ...fine,
    tickSize: '1',
    symbol: 'X/USD:X',
    isInverse: true,
    settle: 'X',
    quote: 'USD',
    contractSize: '50',
    makerFeePpm: -111,
    takerFeePpm: 777,
    liquidationFeePpm: 12_345,
    maintenanceTiers: tiersTo('0.0005', '0.0015'),
  },
  // Shares the wallet of the first: one may carry the other for a while.
  {
    ...swapRules,
    ...fine,
    symbol: 'Z/USDT:USDT',
    base: 'Z',
    leverageMax: 20,
    makerFeePpm: 0,
    takerFeePpm: 99,
    liquidationFeePpm: 1_111,
    maintenanceTiers: tiersTo('0.000000000002', '0.000000000004'),
  },
  // It is never liquidated: others have to bear its losses.
  {
    ...swapRules,
    ...fine,
    symbol: 'Y/USDT:USDT',
    base: 'Y',
    leverageMax: 20,
    makerFeePpm: 0,
    takerFeePpm: 99,
  },
];

export const accounts: readonly string[] = ['a', 'b', 'c'];

/** Rates that leave a little out, or a good deal. */
const rates: readonly CollateralRate[] = [
  { asset: 'USDT', ratePpm: 1_000_000 },
  { asset: 'X', ratePpm: 950_007 },
  { asset: 'Y', ratePpm: 333_333 },
];

/** Returns the dollars of a whole unit at a number of ticks of the spot markets. */
export function priceOf(asset: string, ticks: number): bigint {
  return asset === 'USDT' ? unit : BigInt(ticks) * step.tick;
}

/** Which accounts have hedge mode, and whose assets back their contracts together. */
export interface Traits {
  readonly hedged?: readonly string[];
  readonly backed?: readonly string[];
}

/** Balances that some orders exceed: about 90 lots of either side at prices around 100. */
export function setUp({ hedged = [], backed = [] }: Traits = {}): Command[] {
  const commands: Command[] = rulesOfAll.map((rules) => ({ type: 'define', at: 1, rules }));
  if (backed.length > 0) {
    for (const { asset } of rates) {
      commands.push({ type: 'price', at: 1, asset, price: priceOf(asset, 100) });
    }
  }
  for (const accountId of accounts) {
    commands.push({ type: 'openAccount', at: 1, accountId });
    if (backed.includes(accountId)) {
      commands.push({ type: 'setCollateral', at: 1, accountId, assets: rates });
    }
    if (hedged.includes(accountId)) {
      commands.push({ type: 'setPositionMode', at: 1, accountId, isHedged: true });
    }
    const deposit = { type: 'deposit', at: 1, accountId } as const;
    commands.push({ ...deposit, asset: 'USDT', amount: 9_000n * 100n });
    for (const asset of ['X', 'Y']) {
      commands.push({ ...deposit, asset, amount: 90n * step.lot });
    }
    for (const { symbol, kind } of rulesOfAll) {
      const leverage = accountId === 'a' ? 20 : 5;
      if (kind === 'spot') continue;
      commands.push({ type: 'setLeverage', at: 1, accountId, symbol, leverage });
      const marginMode = accountId === 'b' ? 'isolated' : 'cross';
      commands.push({ type: 'setMarginMode', at: 1, accountId, symbol, marginMode });
    }
  }
  return commands;
}

/** Index of one of the day's symbols. */
export const symbol = fc.nat({ max: rulesOfAll.length - 1 });
export const accountId = fc.constantFrom(...accounts);

export type Bare<T> = T extends unknown ? Omit<T, 'at'> : never;

/** Data of the day that its moves need; a few symbols make a busy day. */
export interface Day {
  readonly index: number;
  readonly symbols: readonly string[];
  /** Derivatives trade in larger sizes, so that with their leverage losses hurt. */
  readonly size: number;
}

export type Move = (day: Day) => Bare<Command>;

export function symbolOf({ symbols }: Day, drawn: number): string {
  return symbols[drawn % symbols.length] ?? '';
}
