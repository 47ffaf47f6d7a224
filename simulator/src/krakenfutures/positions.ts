import type { Market } from '../exchange/market.ts';
import { positionAmounts } from '../exchange/positions.ts';
import { allMarkets, type Call } from './call.ts';
import { isoTime, toNumber } from './numbers.ts';

/** GET openpositions: the positions, without their current value. */
export function openPositions(call: Call): object {
  return { openPositions: allMarkets(call.exchange).flatMap((market) => heldIn(call, market)) };
}

function heldIn({ exchange, account }: Call, market: Market): readonly object[] {
  const position = exchange.accounts.position(account, market);
  if (!position || position.lots === 0) return [];
  const mark = exchange.prices.markPrice(market);
  const { quantity, entryPrice } = positionAmounts(market, position, mark);
  const isFlex = market.wallet === 'flex';
  return [
    {
      side: position.lots > 0 ? 'long' : 'short',
      symbol: market.id,
      price: toNumber(entryPrice),
      fillTime: isoTime(position.updatedAt),
      size: toNumber(quantity < 0n ? -quantity : quantity),
      unrealizedFunding: 0,
      ...(isFlex && { pnlCurrency: 'USD' }),
      ...(position.marginMode === 'isolated' && { maxFixedLeverage: position.leverage }),
    },
  ];
}
