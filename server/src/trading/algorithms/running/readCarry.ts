import { assert } from '../../../kit/assert.ts';
import type { Clock } from '../../../kit/clock.ts';
import { addExact, exactly, formatExact, zeroExact } from '../../../kit/exact.ts';
import { type Accounts, requireAccounts } from '../../accounts/index.ts';
import type { WorldOf } from '../../execution/index.ts';
import type { Account } from '../../model/account.ts';
import { annualisedPct } from '../../model/funding.ts';
import { symbolParts } from '../../model/symbol.ts';
import type { Perps } from '../../perps/types.ts';
import type { LegTerms } from '../algorithm.ts';
import type { ReadCarry } from './acting.ts';

interface CarryDeps {
  readonly perps: Pick<Perps, 'fundingRate' | 'positions' | 'fundingPayments'>;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly worldOf: WorldOf<'markets'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** As many as venues give at once. */
const pageSize = 100;
/** More payments than hourly funding makes in a year. */
const pagesMax = 100;

/** Reads what the second leg of a pair earns and risks. Rejects when a venue refuses. */
export function createReadCarry(deps: CarryDeps): ReadCarry {
  const { perps, clock } = deps;
  return async ({ legs, sinceMs }) => {
    const perp = legs[1];
    const [accountId] = perp?.accountIds ?? [];
    assert(perp && accountId !== undefined, 'a pair has an account for its second leg');
    const { symbol } = perp;
    const query = { accountId, symbol };
    const atMs = clock.now();
    const [{ rate }, { positions }, collected, halted] = await Promise.all([
      perps.fundingRate(query),
      perps.positions(query),
      sinceMs === undefined ? 0 : collectedSince(deps, { ...query, sinceMs }),
      whyHalted(deps, legs),
    ]);
    const shown = perp.side === 'sell' ? 'short' : 'long';
    const position = positions.find((each) => each.symbol === symbol && each.side === shown);
    const { windowHours, nextRate = rate.rate } = rate;
    // Longs pay shorts when the rate is above zero.
    const sign = perp.side === 'sell' ? 1 : -1;
    return {
      atMs,
      predictedAprPct: sign * annualisedPct(nextRate, windowHours),
      markPrice: rate.markPrice ?? position?.markPrice,
      liquidationPrice: position?.liquidationPrice,
      collected,
      halted,
    };
  };
}

interface Since {
  readonly accountId: string;
  readonly symbol: LegTerms['symbol'];
  readonly sinceMs: number;
}

/** Sums the ledger's own payments, each once: pages may overlap in their last millisecond. */
async function collectedSince(
  { perps }: Pick<CarryDeps, 'perps'>,
  { accountId, symbol, sinceMs }: Since,
): Promise<number> {
  const { quote } = symbolParts(symbol);
  const payments = new Map<string, string>();
  let fromMs = sinceMs;
  for (let page = 0; page < pagesMax; page += 1) {
    const query = { accountId, symbol, sinceMs: fromMs, limit: pageSize };
    const { entries } = await perps.fundingPayments(query);
    const known = payments.size;
    for (const { id, asset, amount } of entries) if (asset === quote) payments.set(id, amount);
    const last = entries.reduce((latest, { atMs }) => Math.max(latest, atMs), fromMs);
    if (entries.length < pageSize || payments.size === known) break;
    fromMs = last;
  }
  const sum = [...payments.values()].map(exactly).reduce(addExact, zeroExact);
  return Number(formatExact(sum));
}

/** Returns the first reason why one of the legs takes no orders now. */
async function whyHalted(deps: CarryDeps, legs: readonly LegTerms[]): Promise<string | undefined> {
  for (const { symbol, accountIds } of legs) {
    const accounts = await requireAccounts(deps.accounts, accountIds);
    const reason = accounts.map((account) => haltOf(deps, account, symbol)).find(Boolean);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function haltOf(
  { worldOf }: CarryDeps,
  account: Account,
  symbol: LegTerms['symbol'],
): string | undefined {
  const { id, venue, halted } = account;
  if (halted) return `The exchange account ${id} is halted.`;
  const market = worldOf([account]).markets.rulesOf(venue, symbol);
  return market && !market.isActive ? `${venue} is not accepting orders in ${symbol}.` : undefined;
}
