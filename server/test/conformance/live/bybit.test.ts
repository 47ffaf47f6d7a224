import { bybitSimulated } from '../../support/bybitExchange.ts';
import { simulate } from '../../support/simulatedExchange.ts';
import { runConformance } from '../runConformance.ts';

runConformance('bybit', simulate(bybitSimulated));
