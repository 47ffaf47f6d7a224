import { krakenSimulated } from '../../support/krakenExchange.ts';
import { simulate } from '../../support/simulatedExchange.ts';
import { runConformance } from '../runConformance.ts';

runConformance('kraken', simulate(krakenSimulated));
