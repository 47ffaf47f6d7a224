import type { Engine } from '../../../src/engine.ts';
import type { InstrumentRules, MarginMode, PositionLeg, Side } from '../../../src/rules.ts';
import { expectedMaintenance, expectedProfit, expectedValue, settleOf } from './expected.ts';

export interface Holding {
  readonly accountId: string;
  readonly symbol: string;
  /** The leg in hedge mode; undefined in one-way mode. */
  readonly positionLeg: PositionLeg | undefined;
  lots: number;
  cost: bigint;
  realised: bigint;
  funding: bigint;
  /** State of the engine after the last command. */
  told: { margin: bigint; mode: MarginMode; updatedAt: number; state: string };
}

export interface Purse {
  total: bigint;
  linear: bigint;
  inverse: bigint;
}

export interface Books {
  readonly engine: Engine;
  readonly rules: ReadonlyMap<string, InstrumentRules>;
  readonly purses: Map<string, Purse>;
  readonly holdings: Map<string, Holding>;
  readonly marks: Map<string, number>;
  readonly given: Set<string>;
  /** Accounts in hedge mode. */
  readonly hedged: Set<string>;
  readonly fundedAt: Map<string, number>;
  /** By account: the part of each asset that counts as collateral, in parts per million. */
  readonly collateral: Map<string, ReadonlyMap<string, number>>;
  /** Prices of assets, in dollars. */
  readonly prices: Map<string, bigint>;
}

export function purseOf(books: Books, accountId: string, asset: string): Purse {
  const key = `${accountId} ${asset}`;
  const purse = books.purses.get(key) ?? { total: 0n, linear: 0n, inverse: 0n };
  books.purses.set(key, purse);
  return purse;
}

/** Names a position by account, contract and leg. */
type Which = Pick<Holding, 'accountId' | 'symbol' | 'positionLeg'>;

export function holdingKey({ accountId, symbol, positionLeg }: Which): string {
  return `${accountId} ${symbol} ${positionLeg ?? 'net'}`;
}

export function holdingOf(books: Books, which: Which): Holding {
  const { accountId, symbol, positionLeg } = which;
  const key = holdingKey(which);
  const told = { margin: 0n, mode: 'cross', updatedAt: 0, state: '' } as const;
  const fresh = { accountId, symbol, positionLeg, lots: 0, cost: 0n, realised: 0n, funding: 0n };
  const holding = books.holdings.get(key) ?? { ...fresh, told };
  books.holdings.set(key, holding);
  return holding;
}

export function rulesOf(books: Books, symbol: string): InstrumentRules {
  const rules = books.rules.get(symbol);
  if (!rules) throw new Error(`Must hold: ${symbol} was defined`);
  return rules;
}

export function earn(books: Books, { accountId, symbol }: Holding, amount: bigint): void {
  const purse = purseOf(books, accountId, settleOf(books.rules, symbol));
  purse.total += amount;
  purse[rulesOf(books, symbol).isInverse === true ? 'inverse' : 'linear'] += amount;
}

/** Moves lots and cost by a trade; returns the profit of the closed part. */
export function trade(
  books: Books,
  holding: Holding,
  { side, ticks, lots }: { readonly side: Side; readonly ticks: number; readonly lots: number },
): bigint {
  const rules = rulesOf(books, holding.symbol);
  const moved = side === 'buy' ? lots : -lots;
  const closing = holding.lots * moved < 0 ? Math.min(lots, Math.abs(holding.lots)) : 0;
  let profit = 0n;
  if (closing > 0) {
    const cost = (holding.cost * BigInt(closing)) / BigInt(Math.abs(holding.lots));
    const closed = { lots: Math.sign(holding.lots) * closing, cost };
    profit = expectedProfit(rules, closed, ticks);
    holding.cost -= cost;
  }
  const value = expectedValue(rules, ticks, lots);
  const opened = value - (closing > 0 ? expectedValue(rules, ticks, closing) : 0n);
  const isAdded = (side === 'buy') !== (rules.isInverse === true);
  holding.cost += isAdded ? opened : -opened;
  holding.lots += moved;
  return profit;
}

/** Returns the equity of an isolated position beyond its maintenance. */
export function isolatedLeft(books: Books, holding: Holding): bigint {
  const rules = rulesOf(books, holding.symbol);
  const mark = books.marks.get(holding.symbol);
  const equity = holding.told.margin + expectedProfit(rules, holding, mark);
  return equity - expectedMaintenance(rules, holding, mark);
}

export interface Cross {
  readonly share: bigint;
  readonly unrealised: bigint;
  readonly equity: bigint;
  readonly maintenance: bigint;
  /** Positions that a liquidation could close, by what they must keep. */
  readonly closable: ReadonlyMap<string, bigint>;
}

export function openOf(books: Books, accountId: string): Holding[] {
  return [...books.holdings.values()].filter(
    (each) => each.accountId === accountId && each.lots !== 0,
  );
}

/** Returns the sums behind the cross positions of an asset. */
export function crossOf(books: Books, accountId: string, asset: string): Cross {
  let share = purseOf(books, accountId, asset).total;
  let [unrealised, maintenance] = [0n, 0n];
  const closable = new Map<string, bigint>();
  for (const holding of openOf(books, accountId)) {
    if (settleOf(books.rules, holding.symbol) !== asset) continue;
    if (holding.told.mode === 'isolated') {
      share -= holding.told.margin;
      continue;
    }
    const rules = rulesOf(books, holding.symbol);
    const mark = books.marks.get(holding.symbol);
    const own = expectedMaintenance(rules, holding, mark);
    unrealised += expectedProfit(rules, holding, mark);
    maintenance += own;
    if (mark !== undefined && rules.maintenanceTiers) closable.set(holdingKey(holding), own);
  }
  return { share, unrealised, equity: share + unrealised, maintenance, closable };
}
