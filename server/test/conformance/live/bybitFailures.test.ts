import type { Fault } from '@windlass/simulator';
import { bybitSimulated } from '../../support/exchanges/bybit/exchange.ts';
import { runFailures } from './runFailures.ts';

/** An answer with status 200 and a code in its body, as nearly all of its errors are. */
const error = (code: number, message: string): Fault => ({
  kind: 'exchangeError',
  code,
  message,
});
const crowded = JSON.stringify({ retCode: 10006, retMsg: 'Too many visits.', result: {} });

runFailures({
  exchange: bybitSimulated,
  isSending: ({ method, path }) => method === 'POST' && path === '/v5/order/create',
  unknown: [
    ['answers 10000', error(10000, 'Server Timeout')],
    ['answers 10016', error(10016, 'Server error.')],
    ['answers 170007', error(170007, 'Timeout waiting for response from backend server.')],
    ['answers 170001', error(170001, 'Internal error.')],
  ],
  refused: [
    ['429', { kind: 'answers', status: 429, body: crowded, contentType: 'application/json' }],
    ['10002', error(10002, 'invalid request, please check your server timestamp')],
    ['10003', error(10003, 'API key is invalid.')],
    ['10004', error(10004, 'error sign! origin_string[1key-of-desk-15000{}]')],
    ['10005', error(10005, 'Permission denied, please check your API key permissions.')],
    ['10006', error(10006, 'Too many visits. Exceeded the API Rate Limit.')],
    ['10010', error(10010, 'Unmatched IP, please check your API key bound IP addresses.')],
    ['10018', error(10018, 'Exceeded the IP Rate Limit.')],
    ['110007', error(110007, 'ab not enough for new order')],
    ['170131', error(170131, 'Insufficient balance.')],
    ['170222', error(170222, 'Too many requests in this time frame.')],
  ],
  duplicate: error(110072, 'OrderLinkedID is duplicate'),
});
