import { gateioUnifiedSimulated } from '../../support/gateioExchange.ts';
import { simulate } from '../../support/simulatedExchange.ts';
import { runConformance } from '../runConformance.ts';

runConformance('gateio', simulate(gateioUnifiedSimulated));
