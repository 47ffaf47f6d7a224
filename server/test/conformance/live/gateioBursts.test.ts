import { gateioSimulated } from '../../support/gateioExchange.ts';
import { runBursts } from './runBursts.ts';

runBursts({ exchange: gateioSimulated });
