import { binanceSimulated } from '../../support/exchanges/binance/exchange.ts';
import { runUpdates } from './runUpdates.ts';

runUpdates(binanceSimulated);
