import { okxSimulated } from '../../support/exchanges/okx/exchange.ts';
import { runBursts } from './runBursts.ts';

runBursts({ exchange: okxSimulated });
