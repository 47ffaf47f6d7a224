import type { BookLevel } from '../../src/commands.ts';
import type { EngineEvent } from '../../src/events.ts';
import type { InstrumentRules, MarginMode, Side } from '../../src/rules.ts';
import { createMarket, type Market, swapRules, usdt } from './fixtures.ts';

/** 1 percent up to 5000, then 2 percent: of 10,000 it is 200 less 5000 × 1 percent, 150. */
export const tiers = [
  { notionalMax: '5000', ratePpm: 10_000, leverageMax: 50 },
  { ratePpm: 20_000, leverageMax: 20 },
];
export const linear: InstrumentRules = {
  ...swapRules,
  makerFeePpm: 0,
  takerFeePpm: 0,
  maintenanceTiers: tiers,
  liquidationFeePpm: 5_000,
};
export const { symbol } = linear;
/** 100 USD a contract, settled in X. */
export const inverse = { ...linear, isInverse: true, settle: 'X', contractSize: '100' };

interface Start {
  readonly rules?: readonly InstrumentRules[];
  readonly leverage?: number;
  readonly mode?: MarginMode;
  /** Balance of the account, which is otherwise 10,000 USDT and 100 X. */
  readonly usdt?: string;
  readonly x?: string;
}

/** Starts an account at the mark 100, at which it can buy and sell. */
export function start({
  rules = [linear],
  leverage = 20,
  mode = 'cross',
  ...has
}: Start = {}): Market {
  const market = createMarket('feed', rules);
  const deposit = { type: 'deposit', accountId: 'a' } as const;
  market.apply({ ...deposit, asset: 'USDT', amount: usdt(has.usdt ?? '10000') - usdt('10000') });
  market.apply({ ...deposit, asset: 'X', amount: usdt(has.x ?? '100') - usdt('100') });
  for (const each of rules) {
    if (each.kind === 'spot') continue;
    const own = { accountId: 'a', symbol: each.symbol };
    market.apply({ ...own, type: 'setMarginMode', marginMode: mode });
    market.apply({ ...own, type: 'setLeverage', leverage });
    mark(market, 100, each.symbol);
  }
  return market;
}

export function mark(market: Market, ticks: number, of = symbol): readonly EngineEvent[] {
  return market.apply({ type: 'mark', symbol: of, ticks });
}

/** Takes the position at 100. */
export function take(
  market: Market,
  side: Side,
  { lots, of = symbol }: { lots: number; of?: string },
) {
  const levels: BookLevel[] = [[100, lots]];
  market.book(side === 'buy' ? [] : levels, side === 'buy' ? levels : [], of);
  market.submit({ symbol: of, side, price: '100', quantity: `${lots}` });
}
