import { bybitSimulated } from '../../support/exchanges/bybit/exchange.ts';
import { runHedgeMode } from './runHedgeMode.ts';

runHedgeMode({ own: bybitSimulated, at: 'bybit', closing: ['trailing_stop'] });
