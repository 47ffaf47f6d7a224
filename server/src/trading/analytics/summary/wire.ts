import type { PerpsSummaryWire } from '@windlass/contract';
import { ratio } from '../sum.ts';
import type { Flow, Unit } from './flow.ts';
import type { SummaryMarket, SummaryReport } from './types.ts';

type FundingWire = Omit<PerpsSummaryWire['funding']['summary'], 'currency'>;
type PnlWire = Omit<PerpsSummaryWire['pnl']['summary'], 'currency'>;

/** The owner of the summary. */
export type SummaryOwner =
  | { readonly accountId: string }
  /** All accounts of the portfolio together. */
  | { readonly portfolioId: string };

export function toPerpsSummaryWire(owner: SummaryOwner, report: SummaryReport): PerpsSummaryWire {
  const { unit, currency, markets } = report;
  const ofFunding = (flow: Flow) => fundingWire(flow, unit);
  const ofPnl = (flow: Flow) => pnlWire(flow, unit);
  return {
    ...ownerWire(owner),
    funding: {
      summary: { ...ofFunding(report.funding), currency },
      by_market: byMarket(markets, ({ funding }) => funding, ofFunding),
    },
    pnl: {
      summary: { ...ofPnl(report.pnl), currency },
      by_market: byMarket(markets, ({ pnl }) => pnl, ofPnl),
    },
    by_symbol: Object.fromEntries(
      markets.map(([symbol, market]) => [symbol, marketWire(market, unit)]),
    ),
  };
}

function ownerWire(owner: SummaryOwner) {
  return 'accountId' in owner
    ? { exchange_account_id: owner.accountId, portfolio_id: null }
    : { exchange_account_id: null, portfolio_id: owner.portfolioId };
}

/** Received and paid are both above zero; the total is their difference. */
function fundingWire(flow: Flow, unit: Unit): FundingWire {
  const [received, paid] = [flow.gained(unit), flow.lost(unit)];
  return {
    total_funding: received - paid,
    total_received: received,
    total_paid: paid,
    count: flow.count,
  };
}

function pnlWire(flow: Flow, unit: Unit): PnlWire {
  const [profit, loss] = [flow.gained(unit), flow.lost(unit)];
  return {
    total_pnl: profit - loss,
    total_profit: profit,
    total_loss: loss,
    count: flow.count,
  };
}

/** Only the markets that had any. */
function byMarket<Wire>(
  markets: readonly (readonly [string, SummaryMarket])[],
  flowOf: (market: SummaryMarket) => Flow,
  wireOf: (flow: Flow) => Wire,
): (Wire & { market: string })[] {
  return markets
    .filter(([, market]) => flowOf(market).count > 0)
    .map(([market, sums]) => ({ market, ...wireOf(flowOf(sums)) }));
}

function marketWire(market: SummaryMarket, unit: Unit): PerpsSummaryWire['by_symbol'][string] {
  const { pnl, funding } = market;
  const { total_pnl, total_profit, total_loss } = pnlWire(pnl, unit);
  const { total_funding, total_received, total_paid } = fundingWire(funding, unit);
  const totalFees = market.fees[unit].value;
  return {
    total_pnl,
    total_profit,
    total_loss,
    trade_count: pnl.count,
    win_count: pnl.gains,
    loss_count: pnl.losses,
    // Trades with no profit or loss neither won nor lost.
    win_rate: ratio(pnl.gains, pnl.gains + pnl.losses) ?? null,
    avg_trade_pnl: ratio(total_pnl, pnl.count) ?? null,
    max_win: pnl.mostGained(unit),
    max_loss: pnl.mostLost(unit),
    total_funding,
    funding_received: total_received,
    funding_paid: total_paid,
    total_fees: totalFees,
    net_return: total_pnl + total_funding - totalFees,
  };
}
