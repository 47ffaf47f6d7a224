import { bybitSimulated } from '../../support/bybitExchange.ts';
import { runHedgeMode } from './runHedgeMode.ts';

runHedgeMode({ own: bybitSimulated, at: 'bybit', closing: ['trailing_stop'] });
