import { bybitSimulated } from '../../support/exchanges/bybit/exchange.ts';
import { runBursts } from './runBursts.ts';

runBursts({ exchange: bybitSimulated });
