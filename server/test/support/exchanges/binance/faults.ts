import type { Fault } from '@windlass/simulator';
import type { NamedFault } from '../../../conformance/live/runFailures.ts';

/** Returns an answer of binance that refuses a request with one of its codes. */
export const binanceError = (code: number, message: string, status = 400): Fault => ({
  kind: 'exchangeError',
  code,
  message,
  status,
});
const crowded = (message: string) => JSON.stringify({ code: -1003, msg: message });

/** Answers to every type of account that leave the order's outcome open. */
export const binanceUnknown: readonly NamedFault[] = [
  ['answers -1000', binanceError(-1000, 'An unknown error occurred while processing the request.')],
  ['answers -1001', binanceError(-1001, 'Internal error; unable to process your request.')],
  [
    'answers -1006',
    binanceError(-1006, 'An unexpected response was received from the message bus.'),
  ],
  ['answers -1007', binanceError(-1007, 'Timeout waiting for response from backend server.', 504)],
];

/** Answers to every type of account that refuse the order. */
export const binanceRefused: readonly NamedFault[] = [
  ['429', { kind: 'answers', status: 429, body: crowded('Too many requests.') }],
  ['418', { kind: 'answers', status: 418, body: crowded('Way too many requests.') }],
  ['-1003', binanceError(-1003, 'Too many requests queued.', 429)],
  ['-1008', binanceError(-1008, 'Server is currently overloaded with other requests.', 503)],
  ['-1015', binanceError(-1015, 'Too many new orders.')],
  ['-1021', binanceError(-1021, 'Timestamp for this request is outside of the recvWindow.')],
  ['-1022', binanceError(-1022, 'Signature for this request is not valid.')],
  ['-2015', binanceError(-2015, 'Invalid API-key, IP, or permissions for action.', 401)],
];
