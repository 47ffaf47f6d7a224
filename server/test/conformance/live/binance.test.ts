import { binanceExchange } from '../../support/binanceExchange.ts';
import { runConformance } from '../runConformance.ts';

runConformance('binance', binanceExchange);
