import { hyperliquidLed } from '../../support/hyperliquidExchange.ts';
import { simulate } from '../../support/simulatedExchange.ts';
import { runConformance } from '../runConformance.ts';

runConformance('hyperliquid', simulate(hyperliquidLed('vault')));
