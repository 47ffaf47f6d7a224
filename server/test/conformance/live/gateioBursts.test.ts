import { gateioSimulated } from '../../support/exchanges/gateio/exchange.ts';
import { runBursts } from './runBursts.ts';

runBursts({ exchange: gateioSimulated });
