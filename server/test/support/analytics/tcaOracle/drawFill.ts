import { roundTo } from '../../../../src/kit/numbers.ts';
import type { Random } from '../../../../src/kit/random.ts';
import { markMissingReasons, type ReportFill } from '../../../../src/trading/analytics/types.ts';
import { makeReportFill } from '../reportFixture.ts';
import { maybe, pick } from './pick.ts';

export interface FillPlan {
  readonly id: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly parentId: string | undefined;
  readonly atMs: number;
}

const feeAssetUsd: Readonly<Record<string, number>> = { USDT: 1, USDC: 1, USD: 1, EUR: 1.1 };

/** Draws a fill near 100 with a market around it that is partly unknown. */
export function drawFill(random: Random, plan: FillPlan): ReportFill {
  const price = roundTo(random.between(95, 105), 2);
  const liquidity = pick(random, ['maker', 'taker'] as const);
  return makeReportFill({
    symbol: plan.symbol,
    side: plan.side,
    parentId: plan.parentId,
    atMs: plan.atMs,
    venueTradeId: plan.id,
    price,
    liquidity,
    quantity: roundTo(random.between(0.001, 20), 3),
    ...drawFee(random, { symbol: plan.symbol, price, isMaker: liquidity === 'maker' }),
    ...drawMarket(random, price),
  });
}

function drawMarket(random: Random, price: number) {
  const drawMark = () => roundTo(price * random.between(0.995, 1.005), 2);
  return {
    source: pick(random, ['live', 'candles', undefined] as const),
    quoteUsd: maybe(random, 0.93, random.between(0.99, 1.12)),
    halfSpread: maybe(random, 0.7, roundTo(random.between(0.01, 0.2), 3)),
    markAgeMs: maybe(random, 0.8, Math.round(random.between(1, 2_000))),
    markMissing: maybe(random, 0.8, pick(random, markMissingReasons)),
    marks: Array.from({ length: 6 }, () => maybe(random, 0.85, drawMark())),
  };
}

/** Draws a fee in the base, the quote, the exchange's own token, or an asset of unknown worth. */
function drawFee(
  random: Random,
  { symbol, price, isMaker }: { symbol: string; price: number; isMaker: boolean },
) {
  const [base = '', quote = ''] = symbol.split(/[/:]/);
  const feeAsset = pick(random, [base, quote, quote, 'BNB', 'ODD']);
  const inQuote = random.between(isMaker ? -0.5 : 0, 0.4);
  const usd = feeAsset === base ? price : (feeAssetUsd[feeAsset] ?? 600);
  return {
    feeAsset,
    fee: inQuote / usd,
    feeUsd: maybe(random, 0.7, usd * random.between(0.99, 1)),
  };
}
