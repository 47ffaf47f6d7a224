import { binanceSimulated } from '../support/exchanges/binance/exchange.ts';
import { runPerpCells } from './runPerpCells.ts';

runPerpCells({
  simulated: {
    ...binanceSimulated,
    account(name) {
      const { opened, ...own } = binanceSimulated.account(name);
      // The first column's account is a usual one; the second's has portfolio margin.
      const isPortfolioMargin = name !== 'desk-1';
      return { ...own, opened: opened.map((each) => ({ ...each, isPortfolioMargin })) };
    },
  },
  columns: ['binance', 'binance portfolio margin'],
});
