/** The market of development and tests: books of six venues from a seed, without a network. */
export { createFundingNow } from './fundingNow.ts';
export { createSimulatedMarket } from './simulatedMarket.ts';
export { createTimeline } from './timeline.ts';
