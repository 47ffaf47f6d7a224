import type { Fault } from '@windlass/simulator';
import { binancePortfolioSimulated } from '../../support/binanceExchange.ts';
import { runFailures } from './runFailures.ts';

const error = (code: number, message: string, status = 400): Fault => ({
  kind: 'exchangeError',
  code,
  message,
  status,
});
const crowded = (message: string) => JSON.stringify({ code: -1003, msg: message });

// The codes are the usual ones, but ccxt has other classes for many of them here.
runFailures({
  exchange: binancePortfolioSimulated,
  isSending: ({ method, path }) => method === 'POST' && path.endsWith('/um/order'),
  isSendingStop: ({ method, path }) => method === 'POST' && path.endsWith('/um/algo/order'),
  unknown: [
    ['answers -1000', error(-1000, 'An unknown error occurred while processing the request.')],
    ['answers -1001', error(-1001, 'Internal error; unable to process your request.')],
    ['answers -1006', error(-1006, 'An unexpected response was received from the message bus.')],
    ['answers -1007', error(-1007, 'Timeout waiting for response from backend server.', 504)],
  ],
  refused: [
    ['429', { kind: 'answers', status: 429, body: crowded('Too many requests.') }],
    ['418', { kind: 'answers', status: 418, body: crowded('Way too many requests.') }],
    ['-1003', error(-1003, 'Too many requests queued.', 429)],
    ['-1008', error(-1008, 'Server is currently overloaded with other requests.', 503)],
    ['-1015', error(-1015, 'Too many new orders.')],
    ['-1021', error(-1021, 'Timestamp for this request is outside of the recvWindow.')],
    ['-1022', error(-1022, 'Signature for this request is not valid.')],
    ['-1111', error(-1111, 'Precision is over the maximum defined for this asset.')],
    ['-2010', error(-2010, 'New order rejected.')],
    ['-2015', error(-2015, 'Invalid API-key, IP, or permissions for action.', 401)],
    ['-2018', error(-2018, 'Balance is insufficient.')],
    ['-2019', error(-2019, 'Margin is insufficient.')],
    ['-2023', error(-2023, 'User in liquidation mode now.')],
    ['-4164', error(-4164, "Order's notional must be no smaller than 5.")],
    ['-21001', error(-21001, 'User is not Portfolio Margin Account.')],
  ],
  duplicate: error(-4116, 'ClientOrderId is duplicated.'),
});
