import { fixedText } from '../../exchange/amounts.ts';
import type { Market } from '../../exchange/market.ts';
import { open, type PublicCall, type Routes } from '../call.ts';
import { pairOf } from '../publicRoutes.ts';
import { money } from './answers.ts';

const hourMs = 3_600_000;
/** Markets with this window are left out of the list of windows. */
const usualHours = 8;
const rateDecimals = 8;

/** Public routes of funding. */
export function fundingRoutes(root: string): Routes {
  return {
    [`GET ${root}/premiumIndex`]: open(premiumIndex),
    [`GET ${root}/fundingInfo`]: open(fundingInfo),
  };
}

function premiumIndex({ exchange, wallet, ...call }: PublicCall): unknown {
  const one = call.optionalMarket();
  const of = (market: Market) => {
    const mark = money(exchange.prices.markPrice(market) ?? 0n);
    return {
      symbol: market.id,
      ...(wallet === 'coinm' && { pair: pairOf(market) }),
      markPrice: mark,
      indexPrice: mark,
      estimatedSettlePrice: mark,
      ...fundingOf({ exchange, wallet }, market),
      time: exchange.now(),
    };
  };
  if (one && wallet === 'usdm') return of(one);
  return (one ? [one] : exchange.markets(wallet)).map(of);
}

/** Returns a market's funding. Dated contracts have none; the coin-margined API leaves it blank. */
function fundingOf(
  { exchange, wallet }: Pick<PublicCall, 'exchange' | 'wallet'>,
  market: Market,
): object {
  if (market.definition.kind === 'future') {
    const none = wallet === 'coinm' ? '' : '0.00000000';
    return { lastFundingRate: none, interestRate: none, nextFundingTime: 0 };
  }
  const { rate, nextAt } = exchange.fundings.of(market);
  return {
    lastFundingRate: fixedText(rate, rateDecimals),
    interestRate: '0.00010000',
    nextFundingTime: nextAt,
  };
}

function fundingInfo({ exchange, wallet }: PublicCall): object[] {
  return exchange
    .markets(wallet)
    .filter(({ definition }) => definition.kind === 'swap')
    .map((market) => ({ market, hours: exchange.fundings.of(market).intervalMs / hourMs }))
    .filter(({ hours }) => hours !== usualHours)
    .map(({ market, hours }) => ({
      symbol: market.id,
      adjustedFundingRateCap: '0.02500000',
      adjustedFundingRateFloor: '-0.02500000',
      fundingIntervalHours: hours,
      disclaimer: false,
    }));
}
