import type { Fault } from '@windlass/simulator';
import { gateioSimulated } from '../../support/exchanges/gateio/exchange.ts';
import { runFailures } from './runFailures.ts';

const error = (code: string, status = 400): Fault => ({ kind: 'exchangeError', code, status });

runFailures({
  exchange: gateioSimulated,
  isSending: ({ method, path }) => method === 'POST' && path.endsWith('/orders'),
  isSendingStop: ({ method, path }) => method === 'POST' && path.endsWith('/price_orders'),
  unknown: [
    ['answers INTERNAL', error('INTERNAL', 500)],
    ['answers SERVER_ERROR', error('SERVER_ERROR', 500)],
    ['answers TOO_BUSY', error('TOO_BUSY', 503)],
    ['answers a label that nobody knows', error('NEVER_HEARD_OF')],
  ],
  refused: [
    ['TOO_MANY_REQUESTS', error('TOO_MANY_REQUESTS', 429)],
    ['TOO_FAST', error('TOO_FAST', 429)],
    ['REQUEST_EXPIRED', error('REQUEST_EXPIRED', 403)],
    ['INVALID_SIGNATURE', error('INVALID_SIGNATURE', 401)],
    ['INVALID_KEY', error('INVALID_KEY', 401)],
    ['IP_FORBIDDEN', error('IP_FORBIDDEN', 403)],
    ['READ_ONLY', error('READ_ONLY', 403)],
    ['BALANCE_NOT_ENOUGH', error('BALANCE_NOT_ENOUGH')],
    ['INSUFFICIENT_AVAILABLE', error('INSUFFICIENT_AVAILABLE')],
    ['TRADE_RESTRICTED', error('TRADE_RESTRICTED')],
    ['RISK_LIMIT_EXCEEDED', error('RISK_LIMIT_EXCEEDED')],
    ['CONTRACT_IN_DELISTING', error('CONTRACT_IN_DELISTING')],
    ['USER_NOT_FOUND', error('USER_NOT_FOUND')],
  ],
  duplicate: error('REPEATED_CREATION'),
});
