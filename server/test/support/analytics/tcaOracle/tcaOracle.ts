import type { TcaReportWire } from '@windlass/contract';
import { dayMs } from '../reportFixture.ts';
import { type Exact, exact, rounded, roundedOrNull, shareOrNull, sumOf, times } from './exact.ts';
import {
  type ExactFill,
  exactFill,
  markoutBpsOf,
  slippageBpsOf,
  slippageUsdOf,
} from './exactFills.ts';
import type { AccountHistory } from './history.ts';
import { shortfallByHand } from './shortfallOracle.ts';

/**
 * Calculates the whole report again, from the history and the formulas of docs/tca.md alone: every
 * figure is a separate filter and sum, in exact numbers.
 */
export function tcaByHand(history: AccountHistory): TcaReportWire {
  const { terms } = history;
  const isSpot = terms.marketType === 'spot';
  const fills = history.fills
    .filter((fill) => fill.atMs >= terms.fromMs && fill.atMs <= terms.toMs)
    .filter((fill) => (fill.marketType === 'spot') === isSpot)
    .filter((fill) => terms.symbol === undefined || fill.symbol === terms.symbol)
    .map((fill) => exactFill(fill, terms.usdNow));
  const valued = fills.filter(isValued);
  const tcaOf = { fills, valued, history, isSpot };
  return {
    exchange_account_id: terms.accountId,
    window: { start: terms.fromMs, end: terms.toMs },
    market_type: terms.marketType,
    symbol: terms.symbol ?? null,
    fills_count: fills.length,
    turnover_usd: rounded(turnover(valued)),
    unvalued_fills: fills.length - valued.length,
    prices: prices(fills),
    slippage: isSpot ? null : slippage(valued),
    markout: isSpot ? null : markout(valued, terms.horizon),
    adverse_selection: isSpot ? null : adverse(valued, terms.horizon),
    ...charges(tcaOf),
    implementation_shortfall: shortfallByHand(history),
    ...breakdown(tcaOf),
  };
}

interface TcaOf {
  readonly fills: readonly ExactFill[];
  readonly valued: readonly ExactFill[];
  readonly history: AccountHistory;
  readonly isSpot: boolean;
}

const isValued = (fill: ExactFill) => fill.quoteUsd !== null;
const isMarked = (fill: ExactFill) => fill.marks[0] !== null;
const isMaker = (fill: ExactFill) => fill.raw.liquidity === 'maker';
const isTaker = (fill: ExactFill) => fill.raw.liquidity === 'taker';
const turnover = (fills: readonly ExactFill[]) => sumOf(fills, (fill) => fill.value);
const feesOf = (fills: readonly ExactFill[]) => sumOf(fills, (fill) => fill.feeUsd);
const pctMakers = (fills: readonly ExactFill[]) => countPct(fills.filter(isMaker), fills);
const isKnownAt = (seconds: number) => (fill: ExactFill) => fill.marks[seconds] !== null;

function countPct(some: readonly unknown[], all: readonly unknown[]): number | null {
  return all.length === 0 ? null : (some.length / all.length) * 100;
}

function mean(fills: readonly ExactFill[], bpsOf: (fill: ExactFill) => Exact): Exact | null {
  return shareOrNull(
    sumOf(fills, (fill) => times(bpsOf(fill), fill.value)),
    turnover(fills),
    1,
  );
}

function meanMarkout(fills: readonly ExactFill[], seconds: number): Exact | null {
  return mean(fills.filter(isKnownAt(seconds)), (fill) => markoutBpsOf(fill, seconds));
}

function prices(fills: readonly ExactFill[]): TcaReportWire['prices'] {
  const marked = fills.filter(isMarked);
  const candles = marked.filter((fill) => fill.raw.source === 'candles').length;
  const without = fills.filter((fill) => !isMarked(fill));
  const countOf = (word: string | undefined) =>
    without.filter(({ raw }) => raw.markMissing === word).length;
  const ages = marked.flatMap(({ raw }) => raw.markAgeMs ?? []).sort((a, b) => a - b);
  const central = ages.filter((_, i) => Math.abs(2 * i - (ages.length - 1)) <= 1);
  return {
    live: marked.length - candles,
    candles,
    missing: without.length,
    missing_by: {
      no_book: countOf('no_book'),
      no_mark: countOf('no_mark'),
      stale: countOf('stale'),
      not_followed: countOf('not_followed'),
      late: countOf('late'),
      not_recorded: countOf(undefined),
    },
    age_ms: {
      median:
        central.length === 0 ? null : central.reduce((sum, age) => sum + age, 0) / central.length,
      p95: ages.find((_, i) => 20 * (i + 1) >= 19 * ages.length) ?? null,
      max: ages.at(-1) ?? null,
    },
  };
}

function slippage(valued: readonly ExactFill[]): TcaReportWire['slippage'] {
  const marked = valued.filter(isMarked);
  const ordered = marked.map(slippageBpsOf).sort((a, b) => (a < b ? -1 : Number(a > b)));
  const count = ordered.length;
  // As many are below each of these as above the other: the one in the middle, or the two.
  const central = ordered.filter((_, i) => Math.abs(2 * i - (count - 1)) <= 1);
  const enough = ordered.find((_, i) => 20 * (i + 1) >= 19 * count);
  const sums = (fills: readonly ExactFill[]) => ({
    avg_bps: roundedOrNull(mean(fills, slippageBpsOf)),
    cost_usd: rounded(sumOf(fills, slippageUsdOf)),
    fills_count: fills.length,
  });
  return {
    ...sums(marked),
    median_bps: roundedOrNull(
      shareOrNull(
        sumOf(central, (bps) => bps),
        exact(central.length),
        1,
      ),
    ),
    p95_bps: roundedOrNull(enough ?? null),
    by_side: {
      buy: sums(marked.filter((fill) => fill.raw.side === 'buy')),
      sell: sums(marked.filter((fill) => fill.raw.side === 'sell')),
    },
  };
}

function markout(valued: readonly ExactFill[], horizon: number): TcaReportWire['markout'] {
  return {
    horizon_seconds: horizon,
    avg_bps: roundedOrNull(meanMarkout(valued, horizon)),
    fills_count: valued.filter(isKnownAt(horizon)).length,
    curve: [1, 5, 30, 60, 300].map((seconds) => ({
      seconds,
      bps: roundedOrNull(meanMarkout(valued, seconds)),
      fills_count: valued.filter(isKnownAt(seconds)).length,
    })),
  };
}

function adverse(valued: readonly ExactFill[], horizon: number) {
  const marked = valued.filter(isKnownAt(horizon));
  const toxic = marked.filter((fill) => markoutBpsOf(fill, horizon) < 0n);
  return {
    maker_markout_bps: roundedOrNull(meanMarkout(valued.filter(isMaker), horizon)),
    taker_markout_bps: roundedOrNull(meanMarkout(valued.filter(isTaker), horizon)),
    toxic_fill_pct: countPct(toxic, marked),
  };
}

function charges({ fills, valued, history, isSpot }: TcaOf) {
  const { tier, navUsd, rebatesUsd, isEstimated, horizon } = history.terms;
  const whole = turnover(valued);
  const [made, taken] = [valued.filter(isMaker), valued.filter(isTaker)];
  const slippageUsd = isSpot ? 0n : sumOf(valued.filter(isMarked), slippageUsdOf);
  const cost = slippageUsd + feesOf(valued);
  const paid = shareOrNull(feesOf(made) - exact(rebatesUsd), turnover(made), 10_000);
  const makerFee = shareOrNull(feesOf(made), turnover(made), 10_000);
  const makerMarkout = isSpot ? null : meanMarkout(made, horizon);
  const hasEdge = makerFee !== null && makerMarkout !== null;
  const edge = hasEdge ? makerMarkout - makerFee + exact(tier.takerBps) : null;
  return {
    capture: {
      maker_pct: pctMakers(fills),
      taker_pct: countPct(fills.filter(isTaker), fills),
      by_notional: {
        maker_pct: roundedOrNull(shareOrNull(turnover(made), whole, 100)),
        taker_pct: roundedOrNull(shareOrNull(turnover(taken), whole, 100)),
      },
    },
    fees: {
      total_usd: rounded(feesOf(valued)),
      effective_bps: roundedOrNull(shareOrNull(feesOf(valued), whole, 10_000)),
      tier_maker_bps: tier.makerBps,
      tier_taker_bps: tier.takerBps,
      estimated: isEstimated || valued.some((fill) => !fill.isFeeOfThatTime),
    },
    cost_drag: {
      bps_of_turnover: roundedOrNull(shareOrNull(cost, whole, 10_000)),
      pct_of_nav: roundedOrNull(shareOrNull(cost, exact(navUsd ?? 0), 100)),
    },
    rebate_gap_bps: roundedOrNull(paid === null ? null : paid - exact(tier.makerBps)),
    maker_net_edge_bps: roundedOrNull(edge),
  };
}

function breakdown({ fills, history, isSpot }: TcaOf) {
  const { parents, terms } = history;
  const nameOf = ({ raw }: ExactFill) =>
    raw.parentId === undefined ? 'manual' : (parents.get(raw.parentId) ?? 'unknown');
  const dayOf = ({ raw }: ExactFill) => raw.atMs - (raw.atMs % dayMs);
  const groups = <Key>(keyOf: (fill: ExactFill) => Key) =>
    [...new Set(fills.map(keyOf))].map((key) => {
      const own = fills.filter((fill) => keyOf(fill) === key);
      return { key, ...part({ fills: own, isSpot, horizon: terms.horizon }) };
    });
  const most = (a: { turnover_usd: number; key: string }, b: typeof a) =>
    b.turnover_usd - a.turnover_usd || (a.key < b.key ? -1 : 1);
  return {
    by_symbol: groups((fill): string => fill.raw.symbol)
      .sort(most)
      .map(({ key, ...sums }) => ({ symbol: key, ...sums })),
    by_algorithm: groups(nameOf)
      .sort(most)
      .map(({ key, ...sums }) => ({ algorithm: key, ...sums })),
    by_day: groups(dayOf)
      .sort((a, b) => a.key - b.key)
      .map(({ key, ...sums }) => ({ date: key, ...sums })),
  };
}

function part(of: { fills: readonly ExactFill[]; isSpot: boolean; horizon: number }) {
  const valued = of.fills.filter(isValued);
  const marked = of.isSpot ? [] : valued.filter(isMarked);
  const total = turnover(valued);
  return {
    fills_count: of.fills.length,
    turnover_usd: rounded(total),
    slippage_bps: roundedOrNull(mean(marked, slippageBpsOf)),
    slippage_usd: rounded(sumOf(marked, slippageUsdOf)),
    markout_bps: of.isSpot ? null : roundedOrNull(meanMarkout(valued, of.horizon)),
    maker_pct: pctMakers(of.fills),
    fees_usd: rounded(feesOf(valued)),
    fees_bps: roundedOrNull(shareOrNull(feesOf(valued), total, 10_000)),
  };
}
