import { okxSimulated } from '../../support/okxExchange.ts';
import { runBursts } from './runBursts.ts';

runBursts({ exchange: okxSimulated });
