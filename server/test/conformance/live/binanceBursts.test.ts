import { binanceSimulated } from '../../support/exchanges/binance/exchange.ts';
import { runBursts } from './runBursts.ts';

runBursts({ exchange: binanceSimulated });
