import { hyperliquidLed } from '../../support/exchanges/hyperliquid/exchange.ts';
import { runUpdates } from './runUpdates.ts';

const { markets, ...exchange } = hyperliquidLed('vault');

// The storm of the suite consists of fills that are worth less than the smallest order.
const small = markets.map(({ definition, ...market }) => ({
  ...market,
  definition: { ...definition, minNotional: '5' },
}));

// Two orders in flight are polled in turn, five seconds apart.
runUpdates({ ...exchange, markets: small }, { polledMs: 11_000 });
