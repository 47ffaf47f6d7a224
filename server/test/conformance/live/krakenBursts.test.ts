import { krakenSimulated } from '../../support/krakenExchange.ts';
import { runBursts } from './runBursts.ts';

// On spot the orders have rested for ten minutes before they are cancelled: kraken counts nothing then.
runBursts({ exchange: krakenSimulated });
