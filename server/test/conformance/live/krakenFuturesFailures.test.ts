import type { Fault } from '@windlass/simulator';
import { krakenFuturesSimulated } from '../../support/exchanges/kraken/futuresExchange.ts';
import { runFailures } from './runFailures.ts';

/** An error of the request, or the status of an order that was not placed. */
const error = (code: string, status?: number): Fault => ({
  kind: 'exchangeError',
  code,
  ...(status !== undefined && { status }),
});
/** An error of the engine itself. */
const engine = (code: number, message: string, status: number): Fault => ({
  kind: 'exchangeError',
  code,
  message,
  status,
});

const dreaming = JSON.stringify({ result: 'success', sendStatus: { status: 'dreaming' } });

runFailures({
  exchange: krakenFuturesSimulated,
  isSending: ({ method, path }) => method === 'POST' && path.endsWith('/sendorder'),
  unknown: [
    ['answers Server Error', error('Server Error')],
    ['answers unknownError', error('unknownError')],
    ['answers Unavailable', error('Unavailable', 503)],
    ['answers an error that nobody knows', engine(1, 'INTERNAL', 500)],
    [
      'answers a status that nobody knows',
      { kind: 'answers', status: 200, body: dreaming, contentType: 'application/json' },
    ],
  ],
  refused: [
    ['429', { kind: 'answers', status: 429, body: '{"error":"apiLimitExceeded"}' }],
    ['apiLimitExceeded', error('apiLimitExceeded')],
    ['nonceBelowThreshold', error('nonceBelowThreshold')],
    ['nonceDuplicate', error('nonceDuplicate')],
    ['authenticationError', error('authenticationError')],
    ['accountInactive', error('accountInactive')],
    ['marketUnavailable', error('marketUnavailable')],
    ['invalidArgument', error('invalidArgument: size')],
    ['requiredArgumentMissing', error('requiredArgumentMissing')],
    ['a bad order type', engine(11, 'invalid order type', 400)],
    ['INSUFFICIENT_MARGIN', engine(92, 'INSUFFICIENT_MARGIN', 500)],
    ['insufficientAvailableFunds', error('insufficientAvailableFunds')],
    ['wouldCauseLiquidation', error('wouldCauseLiquidation')],
    ['wouldProcessAfterSpecifiedTime', error('wouldProcessAfterSpecifiedTime')],
    ['marketSuspended', error('marketSuspended')],
    ['marketIsPostOnly', error('marketIsPostOnly')],
    ['tooManyOrders', error('tooManyOrders')],
    ['maxPositionViolation', error('maxPositionViolation')],
    ['outsidePriceCollar', error('outsidePriceCollar')],
    ['selfFill', error('selfFill')],
  ],
  duplicate: error('clientOrderIdAlreadyExist'),
});
