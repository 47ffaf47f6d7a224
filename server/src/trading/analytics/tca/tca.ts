import { type InstrumentSymbol, type SymbolParts, symbolParts } from '../../model/symbol.ts';
import type { ReportFill } from '../types.ts';
import { createBreakdown } from './breakdown.ts';
import { createCharges } from './charges.ts';
import { createMarkout } from './markout.ts';
import { createMarkSources } from './markSources.ts';
import { measure } from './measure.ts';
import { createShortfall } from './shortfall.ts';
import { createSlippage } from './slippage.ts';
import type { ParentKinds, Tca, TcaReport, TcaTerms } from './types.ts';

/**
 * Transaction-cost analysis (Trading §4.4) over fills that come part by part. Each fill is
 * processed once and dropped, so that a report of any length blocks the process only for moments.
 */
export function createTca(terms: TcaTerms): Tca {
  const { fromMs, toMs, orders } = terms;
  const window = createWindow(terms);
  const shortfall = createShortfall(terms);
  return {
    add(fills, parents) {
      for (const fill of fills) {
        shortfall.add(fill);
        if (fill.atMs >= fromMs && fill.atMs <= toMs) window.add(fill, parents);
      }
    },
    untilMs: orders.reduce((latest, { endedAtMs }) => Math.max(latest, endedAtMs), toMs),
    report: () => ({ ...window.report(), shortfall: shortfall.report() }),
  };
}

/** Everything but shortfall, which is about orders and not about fills in a window. */
function createWindow(terms: TcaTerms) {
  const [slippage, markout] = [createSlippage(), createMarkout(terms.horizon)];
  const [charges, breakdown] = [createCharges(terms), createBreakdown(terms)];
  const known = createKnownSymbols();
  const prices = createMarkSources();
  let fillsCount = 0;
  let unvaluedFills = 0;
  return {
    add(fill: ReportFill, parents: ParentKinds): void {
      const measured = measure(fill, known(fill.symbol), terms.usdNow);
      fillsCount += 1;
      prices.add(fill);
      charges.count(fill.liquidity);
      breakdown.add(fill, measured, parents);
      if (!measured) {
        unvaluedFills += 1;
        return;
      }
      charges.add(measured);
      slippage.add(measured);
      markout.add(measured);
    },
    report(): Omit<TcaReport, 'shortfall'> {
      // Trading §4.4: spot has no mark price, and its report covers fees only.
      const isSpot = terms.marketType === 'spot';
      const [cost, later] = [slippage.report(), markout.report()];
      return {
        fillsCount,
        turnoverUsd: charges.turnoverUsd(),
        unvaluedFills,
        prices: prices.report(),
        slippage: isSpot ? undefined : cost,
        markout: isSpot ? undefined : later,
        capture: charges.capture(),
        captureByValue: charges.captureByValue(),
        fees: charges.fees(),
        costDrag: charges.costDrag(cost.costUsd),
        ...breakdown.report(),
        rebateGapBps: charges.rebateGapBps(),
        makerNetEdgeBps: charges.makerNetEdgeBps(later.makerBps),
      };
    },
  };
}

/** Symbols are parsed once, not with every fill. */
function createKnownSymbols(): (symbol: InstrumentSymbol) => SymbolParts {
  const known = new Map<InstrumentSymbol, SymbolParts>();
  return (symbol) => {
    const found = known.get(symbol);
    if (found) return found;
    const parts = symbolParts(symbol);
    known.set(symbol, parts);
    return parts;
  };
}
