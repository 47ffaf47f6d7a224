import { amountText } from '@windlass/matching';
import { decimalsOf, fixedText } from '../exchange/amounts.ts';
import type { Market } from '../exchange/market.ts';
import type { DepthLevel } from '../exchange/prices.ts';
import type { OrderRecord, Trade } from '../exchange/records.ts';

/** Averages and values have no more decimals. */
const decimalsMax = 8;

/** Returns money or an average with at most eight decimals, without trailing zeros. */
export function money(amount: bigint): string {
  const text = fixedText(amount, decimalsMax);
  return text.replace(/\.?0+$/, '');
}

/** Spot writes as many decimals as the step has; contracts write no trailing zeros. */
export function quantityText({ instrument }: Market, amount: bigint): string {
  const { isSpot, rules } = instrument;
  return isSpot ? fixedText(amount, decimalsOf(rules.lotSize)) : amountText(amount);
}

export function priceText({ instrument }: Market, amount: bigint): string {
  const { isSpot, rules } = instrument;
  return isSpot ? fixedText(amount, decimalsOf(rules.tickSize)) : amountText(amount);
}

/** Spot numbers its orders from a large number on; ids of contracts have another form. */
const spotOrderBase = 1_600_000_000_000_000_000n;
const spotTradeBase = 2_100_000_000_000_000_000n;

export function orderIdOf({ market, id }: Pick<OrderRecord, 'market' | 'id'>): string {
  if (market.definition.kind === 'spot') return String(spotOrderBase + BigInt(id));
  return uuid('b46980a4', id);
}

export function tradeIdOf({ order: { market }, tradeId }: Trade): string {
  if (market.definition.kind === 'spot') return String(spotTradeBase + BigInt(tradeId));
  return uuid('8c065341', tradeId);
}

function uuid(prefix: string, number: number): string {
  return `${prefix}-7847-404e-b947-${number.toString(16).padStart(12, '0')}`;
}

/** Returns levels of a book; a quantity of 0 says that the level is gone. */
export function levelTexts(market: Market, levels: readonly DepthLevel[]): readonly object[] {
  return levels.map(({ price, quantity }) => [
    priceText(market, price),
    quantity === 0n ? '0' : quantityText(market, quantity),
  ]);
}
