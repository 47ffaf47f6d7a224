import { perpsSummaryShape } from '@windlass/contract';
import { describe, expect, test } from 'vitest';
import {
  makeLedgerRecord,
  makeReportFill,
} from '../../../../test/support/analytics/reportFixture.ts';
import type { UsdNow } from '../feeRate.ts';
import type { LedgerRecord, ReportFill } from '../types.ts';
import { createSummary } from './summary.ts';
import { toPerpsSummaryWire } from './wire.ts';

const noRates: UsdNow = () => undefined;

interface Booked {
  readonly records?: readonly LedgerRecord[];
  readonly fills?: readonly ReportFill[];
}

function summaryOf({ records = [], fills = [] }: Booked, usdNow = noRates) {
  const summary = createSummary(usdNow);
  summary.addLedger(records);
  summary.addFills(fills);
  return toPerpsSummaryWire({ accountId: 'desk' }, summary.report());
}

const funding = (amount: string) => makeLedgerRecord({ amount });
const trade = (amount: string) => makeLedgerRecord({ kind: 'realised', amount });
const btc = 'BTC/USDT:USDT';
const usdc = { symbol: 'ETH/USDC:USDC', asset: 'USDC', usd: 0.5 };

describe('a summary', () => {
  test('adds up funding: received, paid and what is left', () => {
    const { funding: sums } = summaryOf({ records: [funding('3'), funding('-1.5'), funding('0')] });
    const total = { total_funding: 1.5, total_received: 3, total_paid: 1.5, count: 3 };
    expect(sums).toEqual({
      summary: { ...total, currency: 'USDT' },
      by_market: [{ market: btc, ...total }],
    });
  });

  test('adds up profits and losses that were taken', () => {
    const { pnl } = summaryOf({ records: [trade('10'), trade('-4'), trade('2')] });
    const total = { total_pnl: 8, total_profit: 12, total_loss: 4, count: 3 };
    expect(pnl).toEqual({
      summary: { ...total, currency: 'USDT' },
      by_market: [{ market: btc, ...total }],
    });
  });

  test('says of each symbol how trades went and what was left after funding and fees', () => {
    const records = [trade('10'), trade('-4'), trade('3'), trade('0'), funding('-2')];
    const fills = [makeReportFill({ fee: 1.5 }), makeReportFill({ fee: -0.5 })];
    expect(summaryOf({ records, fills }).by_symbol).toEqual({
      [btc]: {
        total_pnl: 9,
        total_profit: 13,
        total_loss: 4,
        trade_count: 4,
        win_count: 2,
        loss_count: 1,
        win_rate: 2 / 3,
        avg_trade_pnl: 2.25,
        max_win: 10,
        max_loss: 4,
        total_fees: 1,
        net_return: 9 - 2 - 1,
        total_funding: -2,
        funding_received: 0,
        funding_paid: 2,
      },
    });
  });

  test('knows no rate of wins without a trade that won or lost', () => {
    const { by_symbol } = summaryOf({ records: [trade('0')] });
    expect(by_symbol[btc]).toMatchObject({ win_rate: null, avg_trade_pnl: 0, max_loss: 0 });
    const paid = summaryOf({ records: [funding('1')] }).by_symbol[btc];
    expect(paid).toMatchObject({ trade_count: 0, win_rate: null, avg_trade_pnl: null });
  });

  test('of an account without anything is all zeros', () => {
    const summary = summaryOf({});
    expect(perpsSummaryShape.parse(summary)).toEqual(summary);
    expect(summary).toMatchObject({ exchange_account_id: 'desk', portfolio_id: null });
    expect(summary.funding.summary).toMatchObject({ total_funding: 0, count: 0, currency: 'USD' });
    expect(summary).toMatchObject({ by_symbol: {}, pnl: { by_market: [] } });
  });

  test('of a portfolio says whose it is', () => {
    const report = createSummary(noRates).report();
    expect(toPerpsSummaryWire({ portfolioId: 'main' }, report)).toMatchObject({
      exchange_account_id: null,
      portfolio_id: 'main',
    });
  });

  test('lists markets by name, and only those in which there was any', () => {
    const sol = { symbol: 'SOL/USDT:USDT', kind: 'realised' as const };
    const records = [
      makeLedgerRecord(sol),
      funding('1'),
      makeLedgerRecord({ ...sol, symbol: btc }),
    ];
    const summary = summaryOf({ records });
    expect(summary.pnl.by_market.map(({ market }) => market)).toEqual([btc, 'SOL/USDT:USDT']);
    expect(summary.funding.by_market.map(({ market }) => market)).toEqual([btc]);
  });

  test('counts what names no market in the sums of all alone', () => {
    const records = [{ ...trade('5'), symbol: undefined }];
    const summary = summaryOf({ records });
    expect(summary.pnl.summary).toMatchObject({ total_pnl: 5, count: 1 });
    expect(summary).toMatchObject({ pnl: { by_market: [] }, by_symbol: {} });
  });

  test('passes rebates over', () => {
    const summary = summaryOf({ records: [makeLedgerRecord({ kind: 'rebate', asset: 'BNB' })] });
    expect(summary).toMatchObject({ by_symbol: {}, funding: { summary: { currency: 'USD' } } });
  });
});

describe('the currency of a summary', () => {
  test('is the one asset of all of it, unconverted', () => {
    const records = [makeLedgerRecord({ amount: '4', usd: 0.5 })];
    expect(summaryOf({ records }).funding.summary).toMatchObject({
      total_funding: 4,
      currency: 'USDT',
    });
  });

  test('is USD of several, each at the rate noted with it', () => {
    const records = [trade('4'), makeLedgerRecord({ ...usdc, kind: 'realised', amount: '-2' })];
    const { pnl, by_symbol } = summaryOf({ records });
    expect(pnl.summary).toMatchObject({ total_pnl: 3, total_loss: 1, currency: 'USD' });
    expect(by_symbol['ETH/USDC:USDC']).toMatchObject({ max_loss: 1, avg_trade_pnl: -1 });
  });

  test('takes the rate of today where none was noted, and counts what has none at all', () => {
    const unrated = makeLedgerRecord({ ...usdc, usd: undefined, kind: 'realised', amount: '-2' });
    const today = summaryOf({ records: [trade('4'), unrated] }, () => 0.25);
    expect(today.pnl.summary).toMatchObject({ total_pnl: 3.5, count: 2 });
    const unknown = summaryOf({ records: [trade('4'), unrated] });
    expect(unknown.pnl.summary).toMatchObject({ total_pnl: 4, count: 2 });
    expect(unknown.by_symbol['ETH/USDC:USDC']).toMatchObject({ loss_count: 1, total_loss: 0 });
  });

  test('is USD when contracts that were only traded are settled in another asset', () => {
    const fill = makeReportFill({ ...usdc, feeAsset: 'USDC', fee: 2, feeUsd: 0.5 });
    const summary = summaryOf({ records: [funding('1')], fills: [fill] });
    expect(summary.funding.summary.currency).toBe('USD');
    expect(summary.by_symbol['ETH/USDC:USDC']).toMatchObject({ total_fees: 1, net_return: -1 });
  });

  test('is what fees in another asset are converted to, at the rates of that time', () => {
    const inToken = makeReportFill({ fee: 0.01, feeAsset: 'BNB', feeUsd: 600, quoteUsd: 0.5 });
    expect(summaryOf({ fills: [inToken] }).by_symbol[btc]?.total_fees).toBe(12);
    const unrated = { ...inToken, quoteUsd: undefined };
    expect(summaryOf({ fills: [unrated] }).by_symbol[btc]?.total_fees).toBe(0);
    const today = summaryOf({ fills: [unrated] }, () => 2);
    expect(today.by_symbol[btc]?.total_fees).toBe(3);
  });

  test('takes the fee in the base by the price of the fill', () => {
    const inBase = makeReportFill({ fee: 0.02, feeAsset: 'BTC', feeUsd: undefined });
    expect(summaryOf({ fills: [inBase] }).by_symbol[btc]?.total_fees).toBe(2);
  });
});
