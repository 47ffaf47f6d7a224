import { binanceSimulated } from '../../support/binanceExchange.ts';
import { simulate } from '../../support/simulatedExchange.ts';
import { runConformance } from '../runConformance.ts';

runConformance('binance', simulate(binanceSimulated));
