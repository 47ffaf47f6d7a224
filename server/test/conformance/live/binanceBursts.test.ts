import { binanceSimulated } from '../../support/binanceExchange.ts';
import { runBursts } from './runBursts.ts';

runBursts({ exchange: binanceSimulated });
