import type { PerpsSummaryWire } from '@windlass/contract';
import type { LedgerRecord, ReportFill } from '../../../../src/trading/analytics/types.ts';
import {
  type Exact,
  exact,
  over,
  rounded,
  roundedOrNull,
  shareOrNull,
  sumOf,
  times,
} from './exact.ts';
import { exactFill, known } from './exactFills.ts';
import type { AccountHistory } from './history.ts';

/** One booking or fee in the currency of the summary; `size` is 0 when its worth is not known. */
interface Entry {
  readonly symbol: string | undefined;
  readonly size: Exact;
  readonly sign: number;
}

/** Calculates the summary of one account again, from all of its history. */
export function summaryByHand(history: AccountHistory): PerpsSummaryWire {
  const { terms } = history;
  const booked = history.ledger.filter(({ kind }) => kind !== 'rebate');
  const fills = history.fills.filter(({ marketType }) => marketType !== 'spot');
  const settled = fills.map(({ symbol }) => symbol.split(/[:-]/)[1] ?? '');
  const assets = [...new Set([...booked.map(({ asset }) => asset), ...settled])];
  const currency = assets.length === 1 ? (assets[0] ?? '') : 'USD';
  const isOwn = assets.length === 1;
  const entriesOf = (kind: LedgerRecord['kind']) =>
    booked.filter((record) => record.kind === kind).map((record) => entry(record, history, isOwn));
  const [funding, pnl] = [entriesOf('funding'), entriesOf('realised')];
  const fees = fills.map((fill) => ({
    symbol: fill.symbol,
    size: isOwn ? feeIn(currency, fill, history) : exactFill(fill, terms.usdNow).feeUsd,
  }));
  const symbols = [...funding, ...pnl, ...fees].flatMap(({ symbol }) => symbol ?? []);
  const names = [...new Set<string>(symbols)].sort();
  return {
    exchange_account_id: terms.accountId,
    portfolio_id: null,
    funding: {
      summary: { ...fundingSums(funding), currency },
      by_market: byMarket(names, funding, fundingSums),
    },
    pnl: {
      summary: { ...pnlSums(pnl), currency },
      by_market: byMarket(names, pnl, pnlSums),
    },
    by_symbol: Object.fromEntries(
      names.map((name) => {
        const isOf = (one: { readonly symbol: string | undefined }) => one.symbol === name;
        const paid = sumOf(fees.filter(isOf), ({ size }) => size);
        return [name, symbolSums(funding.filter(isOf), pnl.filter(isOf), paid)];
      }),
    ),
  };
}

function entry(record: LedgerRecord, { terms }: AccountHistory, isOwn: boolean): Entry {
  const rate = isOwn ? exact(1) : (known(record.usd) ?? known(terms.usdNow(record.asset)) ?? 0n);
  const amount = Number(record.amount);
  return { symbol: record.symbol, size: times(exact(amount), rate), sign: Math.sign(amount) };
}

/** Returns the fee unchanged if it is in the currency, else converted by that time's rates. */
function feeIn(currency: string, fill: ReportFill, { terms }: AccountHistory): Exact {
  if (fill.feeAsset === currency) return exact(fill.fee);
  const [, quote] = fill.symbol.split(/[/:]/);
  const thenUsd = quote === currency ? known(fill.quoteUsd) : null;
  const currencyUsd = thenUsd ?? known(terms.usdNow(currency));
  return currencyUsd === null ? 0n : over(exactFill(fill, terms.usdNow).feeUsd, currencyUsd);
}

const gainsOf = (entries: readonly Entry[]) => entries.filter(({ sign }) => sign > 0);
const lossesOf = (entries: readonly Entry[]) => entries.filter(({ sign }) => sign < 0);
const total = (entries: readonly Entry[]) => sumOf(entries, ({ size }) => size);

function fundingSums(entries: readonly Entry[]) {
  return {
    total_funding: rounded(total(entries)),
    total_received: rounded(total(gainsOf(entries))),
    total_paid: -rounded(total(lossesOf(entries))),
    count: entries.length,
  };
}

function pnlSums(entries: readonly Entry[]) {
  return {
    total_pnl: rounded(total(entries)),
    total_profit: rounded(total(gainsOf(entries))),
    total_loss: -rounded(total(lossesOf(entries))),
    count: entries.length,
  };
}

function byMarket<Sums>(
  names: readonly string[],
  entries: readonly Entry[],
  sumsOf: (entries: readonly Entry[]) => Sums,
) {
  return names
    .map((market) => ({ market, own: entries.filter(({ symbol }) => symbol === market) }))
    .filter(({ own }) => own.length > 0)
    .map(({ market, own }) => ({ market, ...sumsOf(own) }));
}

function symbolSums(funding: readonly Entry[], pnl: readonly Entry[], fees: Exact) {
  const [wins, losses] = [gainsOf(pnl), lossesOf(pnl)];
  const decided = wins.length + losses.length;
  const { total_pnl, total_profit, total_loss } = pnlSums(pnl);
  const { total_funding, total_received, total_paid } = fundingSums(funding);
  const sizes = pnl.map(({ size }) => size).sort((a, b) => (a < b ? -1 : Number(a > b)));
  const [worst = 0n, best = 0n] = [sizes[0], sizes.at(-1)];
  return {
    total_pnl,
    total_profit,
    total_loss,
    total_funding,
    trade_count: pnl.length,
    win_count: wins.length,
    loss_count: losses.length,
    win_rate: decided === 0 ? null : wins.length / decided,
    avg_trade_pnl: roundedOrNull(shareOrNull(total(pnl), exact(pnl.length), 1)),
    max_win: best > 0n ? rounded(best) : 0,
    max_loss: worst < 0n ? -rounded(worst) : 0,
    funding_received: total_received,
    funding_paid: total_paid,
    total_fees: rounded(fees),
    net_return: rounded(total(pnl) + total(funding) - fees),
  };
}
