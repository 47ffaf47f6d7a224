import { binancePortfolioSimulated } from '../../support/exchanges/binance/exchange.ts';
import { simulate } from '../../support/exchanges/simulated.ts';
import { runConformance } from '../runConformance.ts';

runConformance(
  'binance',
  simulate(binancePortfolioSimulated),
  ({ marketType }) => marketType !== 'spot',
);
