import { krakenSimulated } from '../../support/exchanges/kraken/exchange.ts';
import { runBursts } from './runBursts.ts';

// On spot a cancel counts nothing once its order has rested for five minutes, as these have.
runBursts({ exchange: krakenSimulated });
