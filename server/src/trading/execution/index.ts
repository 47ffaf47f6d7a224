export { findListed, type OrderMarkets } from './listed.ts';
export { asked, notAnswering } from './reads.ts';
export type { Transfers } from './reconcile/types.ts';
export type { Sessions } from './sessions.ts';
export { namedMarket, queriedSymbol } from './terms.ts';
export { answerFrom, outcomeOf } from './venueCalls.ts';
