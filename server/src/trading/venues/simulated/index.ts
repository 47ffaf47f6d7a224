/** The market of development and tests: books of six venues from a seed, without a network. */
export type { SimulatedFunding } from './funding.ts';
export {
  createSimulatedMarket,
  type SimulatedMarket,
  type SimulatedMarketDeps,
} from './simulatedMarket.ts';
export { createTimeline, type KeptTimeline, type Timeline, type TimelineDeps } from './timeline.ts';
