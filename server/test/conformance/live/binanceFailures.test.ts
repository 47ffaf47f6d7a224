import { binanceSimulated } from '../../support/exchanges/binance/exchange.ts';
import {
  binanceError,
  binanceRefused,
  binanceUnknown,
} from '../../support/exchanges/binance/faults.ts';
import { runFailures } from './runFailures.ts';

runFailures({
  exchange: binanceSimulated,
  isSending: ({ method, path }) => method === 'POST' && path.endsWith('/order'),
  unknown: binanceUnknown,
  refused: [
    ...binanceRefused,
    ['-2010', binanceError(-2010, 'Account has insufficient balance for requested action.')],
  ],
  duplicate: binanceError(-2010, 'Duplicate order sent.'),
});
