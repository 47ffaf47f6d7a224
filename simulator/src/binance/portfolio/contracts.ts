import { fixedText } from '../../exchange/amounts.ts';
import type { Call } from '../call.ts';
import { decimalsFor } from '../decimals.ts';
import { margins, notionalMax, risksOf } from '../futures/account.ts';
import { averageText, money } from '../futures/answers.ts';
import { assetSums, type Holding, holdingsOf } from '../futures/holdings.ts';
import { positionSideOf } from '../futures/positionSides.ts';
import { earnedIn } from './earned.ts';

/** Returns the fields of a position in every answer. It has no margin of its own. */
function position({ market, leg, amounts, leverage, updatedAt }: Holding) {
  const entry = averageText(market, amounts.entryPrice);
  return {
    symbol: market.id,
    positionSide: positionSideOf(leg),
    positionAmt: fixedText(amounts.quantity, decimalsFor(market).quantity),
    entryPrice: entry,
    breakEvenPrice: entry,
    leverage: String(leverage),
    updateTime: updatedAt,
  };
}

/** Returns every market, also those without a position. */
export function positionRisk(call: Call): object[] {
  const coin = call.wallet === 'coinm';
  return risksOf(call).map((holding) => {
    const { amounts, mark, liquidationPrice } = holding;
    return {
      ...position(holding),
      markPrice: money(mark),
      unRealizedProfit: money(amounts.unrealised),
      liquidationPrice: liquidationPrice === 0n ? '0' : money(liquidationPrice),
      [coin ? 'maxQty' : 'maxNotionalValue']: notionalMax,
      [coin ? 'notionalValue' : 'notional']: money(amounts.notional),
    };
  });
}

/** Returns one API's assets and all its markets, without totals. */
export function contractAccount(call: Call): object {
  const coin = call.wallet === 'coinm';
  const earned = earnedIn(call, call.wallet);
  return {
    assets: assetSums(call).map((sums) => ({
      asset: sums.asset,
      crossWalletBalance: money(earned.get(sums.asset) ?? 0n),
      crossUnPnl: money(sums.unrealised),
      ...margins(sums),
      updateTime: call.exchange.now(),
    })),
    positions: holdingsOf({ ...call, optionalMarket: () => undefined }).map((holding) => {
      const { maintenance, amounts, ordersMargin } = holding;
      return {
        ...position(holding),
        ...margins({ maintenance, positions: amounts.margin, orders: ordersMargin }),
        unrealizedProfit: money(amounts.unrealised),
        [coin ? 'maxQty' : 'maxNotional']: notionalMax,
        ...(!coin && { bidNotional: '0', askNotional: '0' }),
      };
    }),
  };
}
