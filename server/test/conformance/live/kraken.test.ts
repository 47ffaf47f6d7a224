import { krakenSimulated } from '../../support/exchanges/kraken/exchange.ts';
import { simulate } from '../../support/exchanges/simulated.ts';
import { runConformance } from '../runConformance.ts';

runConformance('kraken', simulate(krakenSimulated));
