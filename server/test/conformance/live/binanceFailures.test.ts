import { binanceSimulated } from '../../support/binanceExchange.ts';
import { binanceError, binanceRefused, binanceUnknown } from '../../support/binanceFaults.ts';
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
