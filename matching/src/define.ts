import { allOpen, type Core, createMarket } from './core.ts';
import { coverShortfall } from './position.ts';
import type { Reason } from './reasons.ts';
import { needOf, reserve } from './reserve.ts';
import { defineInstrument, type InstrumentRules } from './rules.ts';

/**
 * Adds an instrument, or takes over its new rules. Orders and positions are counted in its steps,
 * so those may not change; minimums, order types and fees may, and what open orders hold follows.
 */
export function define(core: Core, rules: InstrumentRules): Reason | undefined {
  const instrument = defineInstrument(rules);
  const market = core.markets.get(rules.symbol);
  if (!market) {
    core.markets.set(rules.symbol, createMarket(instrument));
    return undefined;
  }
  if (gridOf(market.instrument.rules) !== gridOf(rules)) return 'GRID_CHANGED';
  market.instrument = instrument;
  for (const { accountId } of core.accounts.values()) {
    const orders = allOpen(core, accountId).filter((order) => order.symbol === rules.symbol);
    for (const order of orders) reserve(core, order, needOf(core, order));
    const assets = new Set(orders.map((order) => order.reservedAsset));
    for (const asset of assets) coverShortfall(core, accountId, asset);
  }
  return undefined;
}

/** What prices, quantities, holdings and fee sums are counted in. */
function gridOf(rules: InstrumentRules): string {
  const { kind, base, quote, settle, tickSize, lotSize, contractSize, isInverse } = rules;
  const { spotFeeAsset } = rules;
  return JSON.stringify([
    ...[kind, base, quote, settle, tickSize, lotSize, contractSize, isInverse === true],
    spotFeeAsset,
  ]);
}
