import { okxSimulated } from '../../support/exchanges/okx/exchange.ts';
import { simulate } from '../../support/exchanges/simulated.ts';
import { runConformance } from '../runConformance.ts';

runConformance('okx', simulate(okxSimulated));
