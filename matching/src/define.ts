import { allOpen, type Core, createMarket, type Market, marketOf } from './core.ts';
import { positionsIn } from './legs.ts';
import { coverShortfall } from './position.ts';
import type { Reason } from './reasons.ts';
import { regrid } from './regrid.ts';
import { needOf, reserve } from './reserve.ts';
import { defineInstrument, type Instrument, type InstrumentRules } from './rules.ts';

/**
 * Adds an instrument, or sets its new rules. Orders and positions are counted in its steps: while
 * there are any, those may become finer and not otherwise change. Minimums, order types and fees
 * may change, and the amounts that open orders hold follow.
 */
export function define(core: Core, rules: InstrumentRules): Reason | undefined {
  const instrument = instrumentOf(rules);
  if (!instrument) return 'BAD_RULES';
  const market = core.markets.get(rules.symbol);
  if (!market) {
    core.markets.set(rules.symbol, createMarket(instrument));
    return undefined;
  }
  if (gridOf(market.instrument.rules) !== gridOf(rules)) {
    if (!isInUse(core, rules.symbol)) {
      core.markets.set(rules.symbol, createMarket(instrument));
      return undefined;
    }
    if (!canCountFiner(core, market, instrument)) return 'GRID_CHANGED';
  }
  const present = marketOf(core, rules.symbol);
  present.instrument = instrument;
  core.movedMarks.add(present);
  for (const { accountId } of core.accounts.values()) {
    const orders = allOpen(core, accountId).filter((order) => order.symbol === rules.symbol);
    for (const order of orders) reserve(core, order, needOf(core, order));
    const assets = new Set(orders.map((order) => order.reservedAsset));
    for (const asset of assets) coverShortfall(core, accountId, asset);
  }
  return undefined;
}

function instrumentOf(rules: InstrumentRules): Instrument | undefined {
  try {
    return defineInstrument(rules);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * Counts open orders and positions in the new steps, where each old one is a whole number of them.
 */
function canCountFiner(core: Core, market: Market, instrument: Instrument): boolean {
  // Followers of a closed book receive its levels in steps, and would have to learn of the change.
  if (core.driver === 'closed') return false;
  if (kindOf(market.instrument.rules) !== kindOf(instrument.rules)) return false;
  return regrid(core, market, instrument);
}

/** True while anything is counted in an instrument’s steps: ended orders too, until forgotten. */
function isInUse(core: Core, symbol: string): boolean {
  for (const order of core.orders.values()) if (order.symbol === symbol) return true;
  for (const account of core.accounts.values()) {
    if (positionsIn(account, symbol).some(({ lots }) => lots !== 0)) return true;
  }
  return false;
}

/** Returns the steps in which prices, quantities, holdings and fee sums are counted. */
function gridOf(rules: InstrumentRules): string {
  return JSON.stringify([rules.tickSize, rules.lotSize, kindOf(rules)]);
}

/** Returns the rules that cannot change while anything is open, as a text to compare. */
function kindOf(rules: InstrumentRules): string {
  const { kind, base, quote, settle, contractSize, isInverse, spotFeeAsset } = rules;
  return JSON.stringify([
    kind,
    base,
    quote,
    settle,
    contractSize,
    isInverse === true,
    spotFeeAsset,
  ]);
}
