import { bybitSimulated } from '../../support/bybitExchange.ts';
import { runBursts } from './runBursts.ts';

runBursts({ exchange: bybitSimulated });
