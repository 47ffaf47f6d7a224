import { describe, expect, test } from 'vitest';
import { countNumbers, differences } from '../../../../test/support/analytics/tcaOracle/compare.ts';
import {
  type AccountHistory,
  drawHistory,
} from '../../../../test/support/analytics/tcaOracle/history.ts';
import { summaryByHand } from '../../../../test/support/analytics/tcaOracle/summaryOracle.ts';
import { tcaByHand } from '../../../../test/support/analytics/tcaOracle/tcaOracle.ts';
import { createSummary } from '../summary/summary.ts';
import { toPerpsSummaryWire } from '../summary/wire.ts';
import type { ReportFill } from '../types.ts';
import { createTca } from './tca.ts';
import { toTcaReportWire } from './wire.ts';

const histories = Array.from({ length: 500 }, (_, i) => drawHistory(`account ${i}`));
const partSizes = [1, 7, 2_000];

function partsOf<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, i) => items.slice(i * size, (i + 1) * size));
}

/** Returns the requested fills of the history, from the window's start on. */
function askedOf({ terms, fills }: AccountHistory, untilMs: number): ReportFill[] {
  return fills
    .filter(({ atMs }) => atMs >= terms.fromMs && atMs <= untilMs)
    .filter(({ marketType }) => (marketType === 'spot') === (terms.marketType === 'spot'))
    .filter(({ symbol }) => terms.symbol === undefined || symbol === terms.symbol);
}

function tcaOf(history: AccountHistory, partSize: number) {
  const tca = createTca(history.terms);
  for (const part of partsOf(askedOf(history, tca.untilMs), partSize)) {
    tca.add(part, history.parents);
  }
  return toTcaReportWire(history.terms, tca.report());
}

function summaryOf({ terms, fills, ledger }: AccountHistory, partSize: number) {
  const summary = createSummary(terms.usdNow);
  const perps = fills.filter(({ marketType }) => marketType !== 'spot');
  for (const part of partsOf(ledger, partSize)) summary.addLedger(part);
  for (const part of partsOf(perps, partSize)) summary.addFills(part);
  return toPerpsSummaryWire({ accountId: terms.accountId }, summary.report());
}

describe('500 made accounts, reckoned once more from their history in exact numbers', () => {
  test('have every figure of the analysis right to a billionth', () => {
    const wrong = histories.flatMap((history, i) => {
      const ours = tcaOf(history, partSizes[i % partSizes.length] ?? 1);
      return differences(ours, tcaByHand(history), 1e-9).map((text) => `account ${i} ${text}`);
    });
    expect(wrong).toEqual([]);
  });

  test('have every figure of the summary right to a billionth', () => {
    const wrong = histories.flatMap((history, i) => {
      const ours = summaryOf(history, partSizes[i % partSizes.length] ?? 1);
      return differences(ours, summaryByHand(history), 1e-9).map((text) => `account ${i} ${text}`);
    });
    expect(wrong).toEqual([]);
  });

  test('are of all kinds: nothing that a report can say is never said', () => {
    const reports = histories.map(tcaByHand);
    const some = (isSo: (report: (typeof reports)[number]) => boolean) =>
      reports.filter(isSo).length;
    expect(some(({ market_type }) => market_type === 'spot')).toBeGreaterThan(100);
    expect(some(({ fills_count }) => fills_count === 0)).toBeGreaterThan(5);
    expect(some(({ unvalued_fills }) => unvalued_fills > 0)).toBeGreaterThan(100);
    expect(some(({ fees }) => fees.total_usd < 0)).toBeGreaterThan(5);
    expect(some(({ implementation_shortfall }) => implementation_shortfall === null)).toBeLessThan(
      400,
    );
    const currencies = histories.map((history) => summaryByHand(history).pnl.summary.currency);
    expect(new Set(currencies)).toEqual(new Set(['USD', 'USDT']));
    expect(countNumbers(reports)).toBeGreaterThan(50_000);
  });
});
