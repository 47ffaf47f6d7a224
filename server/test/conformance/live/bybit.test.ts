import { bybitSimulated } from '../../support/exchanges/bybit/exchange.ts';
import { simulate } from '../../support/exchanges/simulated.ts';
import { runConformance } from '../runConformance.ts';

runConformance('bybit', simulate(bybitSimulated));
