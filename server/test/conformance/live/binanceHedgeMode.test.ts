import { binanceSimulated } from '../../support/binanceExchange.ts';
import { runHedgeMode } from './runHedgeMode.ts';

runHedgeMode({ own: binanceSimulated, at: 'binance' });
