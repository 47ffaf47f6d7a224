export { rejection } from './answers.ts';
export type { BuyingPower, Funds } from './funds.ts';
export { insist } from './insist.ts';
export { checkLimits, inDollars, type SteppedOrder, worthMicroUsd } from './limits.ts';
export { findListed, type OrderMarkets } from './listed.ts';
export { normaliseOrder, tickAt } from './normalise.ts';
export { rulesOf } from './prepare.ts';
export type { MarketQuote, Quotes } from './quotes.ts';
export { asked, notAnswering } from './reads.ts';
export { createAgenda } from './reconcile/agenda.ts';
export { readPages } from './reconcile/pages.ts';
export type { Transfers } from './reconcile/types.ts';
export type { Sessions } from './sessions.ts';
export { isOver } from './storedOrders.ts';
export {
  type NamedMarket,
  namedMarket,
  queriedSymbol,
  requireNotInverse,
  requireReached,
} from './terms.ts';
export { answerFrom, outcomeOf, patientMsMax } from './venueCalls.ts';
export { requireOneWorld, type World, type WorldOf } from './world.ts';
