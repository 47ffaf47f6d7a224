import { amountText } from '@windlass/matching';
import type { DepthLevel } from '../exchange/prices.ts';

type LevelText = readonly [price: string, size: string, old: '0', orders: '0' | '1'];

/** Returns levels. The third text is an old field; the last one counts the orders of the level. */
export function levelTexts(levels: readonly DepthLevel[]): readonly LevelText[] {
  return levels.map(({ price, quantity }) => {
    const orders = quantity === 0n ? '0' : '1';
    return [amountText(price), amountText(quantity), '0', orders];
  });
}
