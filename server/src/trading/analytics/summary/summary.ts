import { type InstrumentSymbol, symbolParts } from '../../model/symbol.ts';
import type { UsdNow } from '../feeRate.ts';
import { Sum } from '../sum.ts';
import type { LedgerRecord, ReportFill } from '../types.ts';
import { feeAmount, settleOf } from './fees.ts';
import { Amounts } from './flow.ts';
import type { SummaryReport } from './types.ts';

export interface Summary {
  /** Adds funding and realised profits, in any order; ignores rebates. */
  addLedger(records: readonly LedgerRecord[]): void;
  /** Adds the fees of fills of derivatives. */
  addFills(fills: readonly ReportFill[]): void;
  report(): SummaryReport;
}

/**
 * Sums up what derivatives earned and cost (Trading §2.12), from records that come part by part.
 * Amounts are in the asset they were booked in. If there are several assets, amounts are in USD:
 * each record by the rate recorded with it, else by today's.
 */
export function createSummary(usdNow: UsdNow): Summary {
  const all = { funding: new Amounts(), pnl: new Amounts() };
  const markets = new Map<InstrumentSymbol, ReturnType<typeof createMarket>>();
  const assets = new Set<string>();

  function marketOf(symbol: InstrumentSymbol) {
    const found = markets.get(symbol);
    if (found) return found;
    const made = createMarket(symbol);
    markets.set(symbol, made);
    return made;
  }

  function addRecord(record: LedgerRecord): void {
    const { kind, asset, symbol } = record;
    if (kind === 'rebate') return;
    assets.add(asset);
    const own = Number(record.amount);
    const rate = record.usd ?? usdNow(asset);
    const amount = { own, usd: rate === undefined ? undefined : own * rate };
    const name = kind === 'funding' ? 'funding' : 'pnl';
    all[name].add(amount);
    // A record without a market is only in the sums of all markets.
    if (symbol !== undefined) marketOf(symbol)[name].add(amount);
  }

  function addFill(fill: ReportFill): void {
    const { parts, fees } = marketOf(fill.symbol);
    assets.add(settleOf(parts));
    const { own, usd } = feeAmount(fill, parts, usdNow);
    fees.own.add(own);
    fees.usd.add(usd ?? 0);
  }

  return {
    addLedger: (records) => records.forEach(addRecord),
    addFills: (fills) => fills.forEach(addFill),
    report: () => ({
      ...currencyOf(assets),
      ...all,
      markets: [...markets].sort(([a], [b]) => (a < b ? -1 : 1)),
    }),
  };
}

function createMarket(symbol: InstrumentSymbol) {
  return {
    parts: symbolParts(symbol),
    funding: new Amounts(),
    pnl: new Amounts(),
    fees: { own: new Sum(), usd: new Sum() },
  };
}

/** Returns the one asset of all amounts; USD for several assets, and for none. */
function currencyOf(assets: ReadonlySet<string>): Pick<SummaryReport, 'unit' | 'currency'> {
  const [only, ...others] = assets;
  const isOne = only !== undefined && others.length === 0;
  return isOne ? { unit: 'own', currency: only } : { unit: 'usd', currency: 'USD' };
}
