import { binancePortfolioSimulated } from '../../support/binanceExchange.ts';
import { simulate } from '../../support/simulatedExchange.ts';
import { runConformance } from '../runConformance.ts';

runConformance(
  'binance',
  simulate(binancePortfolioSimulated),
  ({ marketType }) => marketType !== 'spot',
);
