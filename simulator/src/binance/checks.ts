import { decimalsOf } from '../exchange/amounts.ts';
import type { Market } from '../exchange/market.ts';
import type { Refusal } from './errors.ts';
import { amountOf, type Parameters } from './parameters.ts';

export const sides = { BUY: 'buy', SELL: 'sell' } as const;
export const sideWords = { buy: 'BUY', sell: 'SELL' } as const;

export interface StepRefusals {
  readonly precision: (name: string) => Refusal;
  readonly step: () => Refusal;
  readonly tooSmall: () => Refusal;
  readonly tooLarge: () => Refusal;
}

/** Returns a quantity that the market takes; throws a refusal otherwise. */
export function checkedQuantity(
  text: string,
  { market, decimalsMax, name }: { market: Market; decimalsMax: number; name: string },
  no: StepRefusals,
): string {
  if (decimalsOf(text) > decimalsMax) throw no.precision(name);
  const { lot, minLots, maxLots } = market.instrument;
  const quantity = amountOf(text);
  if (quantity < BigInt(minLots) * lot) throw no.tooSmall();
  if (quantity > BigInt(maxLots) * lot) throw no.tooLarge();
  if (quantity % market.steps.lot !== 0n) throw no.step();
  return text;
}

/** Returns a price that the market takes, or undefined when none was sent. */
export function checkedPrice(
  parameters: Parameters,
  { market, decimalsMax, name }: { market: Market; decimalsMax: number; name: string },
  no: Pick<StepRefusals, 'precision' | 'step'>,
): string | undefined {
  const text = parameters.decimal(name);
  if (text === undefined) return undefined;
  if (decimalsOf(text) > decimalsMax) throw no.precision(name);
  const price = amountOf(text);
  if (price <= 0n || price % market.steps.tick !== 0n) throw no.step();
  return text;
}
