import { binancePortfolioSimulated } from '../../support/exchanges/binance/exchange.ts';
import {
  binanceError,
  binanceRefused,
  binanceUnknown,
} from '../../support/exchanges/binance/faults.ts';
import { runFailures } from './runFailures.ts';

// The codes are the usual ones, but ccxt has other classes for many of them here.
runFailures({
  exchange: binancePortfolioSimulated,
  isSending: ({ method, path }) => method === 'POST' && path.endsWith('/um/order'),
  isSendingStop: ({ method, path }) => method === 'POST' && path.endsWith('/um/algo/order'),
  unknown: binanceUnknown,
  refused: [
    ...binanceRefused,
    ['-1111', binanceError(-1111, 'Precision is over the maximum defined for this asset.')],
    ['-2010', binanceError(-2010, 'New order rejected.')],
    ['-2018', binanceError(-2018, 'Balance is insufficient.')],
    ['-2019', binanceError(-2019, 'Margin is insufficient.')],
    ['-2023', binanceError(-2023, 'User in liquidation mode now.')],
    ['-4164', binanceError(-4164, "Order's notional must be no smaller than 5.")],
    ['-21001', binanceError(-21001, 'User is not Portfolio Margin Account.')],
  ],
  duplicate: binanceError(-4116, 'ClientOrderId is duplicated.'),
});
