import { binanceSimulated } from '../../support/exchanges/binance/exchange.ts';
import { runHedgeMode } from './runHedgeMode.ts';

runHedgeMode({ own: binanceSimulated, at: 'binance' });
