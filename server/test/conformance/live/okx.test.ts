import { okxSimulated } from '../../support/okxExchange.ts';
import { simulate } from '../../support/simulatedExchange.ts';
import { runConformance } from '../runConformance.ts';

runConformance('okx', simulate(okxSimulated));
