import { gateioUnifiedSimulated } from '../../support/exchanges/gateio/exchange.ts';
import { simulate } from '../../support/exchanges/simulated.ts';
import { runConformance } from '../runConformance.ts';

runConformance('gateio', simulate(gateioUnifiedSimulated));
