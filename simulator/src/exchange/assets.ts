import type { Market } from './market.ts';

/** Returns every asset that the markets trade or settle in, in the order of first appearance. */
export function assetsOf(markets: readonly Market[]): readonly string[] {
  const all = markets.flatMap(({ definition, settle }) => [
    definition.base,
    definition.quote,
    settle,
  ]);
  return [...new Set(all)];
}
