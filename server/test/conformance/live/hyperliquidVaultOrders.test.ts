import { hyperliquidLed } from '../../support/exchanges/hyperliquid/exchange.ts';
import { simulate } from '../../support/exchanges/simulated.ts';
import { runConformance } from '../runConformance.ts';

runConformance('hyperliquid', simulate(hyperliquidLed('vault')));
