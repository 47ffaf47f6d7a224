import type { Fault } from '@windlass/simulator';
import { hyperliquidSimulated } from '../../support/exchanges/hyperliquid/exchange.ts';
import { runFailures } from './runFailures.ts';

const toRequest = (message: string): Fault => ({ kind: 'exchangeError', code: 'request', message });
const toOrder = (message: string): Fault => ({ kind: 'exchangeError', code: 'order', message });
const text = (status: number, body: string): Fault => ({ kind: 'answers', status, body });
const json = (content: unknown): Fault => ({
  kind: 'answers',
  status: 200,
  body: JSON.stringify(content),
  contentType: 'application/json',
});

const crowded =
  'Too many cumulative requests sent (37986 > 10436) for cumulative volume traded $437.92.';
const stranger = 'User or API Wallet 0xb8a6f8b26223de27c31938d56e470a5b832703a5 does not exist.';

runFailures({
  exchange: hyperliquidSimulated,
  isSending: ({ path, body }) => path === '/exchange' && body.includes('"type":"order"'),
  unknown: [
    ['answers 500', text(500, 'Internal Server Error')],
    ['answers null', json(null)],
    ['answers an error nobody knows', toRequest('Something went wrong.')],
    ['answers without what became of the order', json({ status: 'ok' })],
  ],
  refused: [
    ['429', text(429, 'Too many requests')],
    ['too many requests for its volume', toRequest(crowded)],
    ['a nonce that was used', toRequest('Invalid nonce: duplicate nonce 1791399877207')],
    ['a deadline that has passed', toRequest('Action already expired')],
    ['a signer that nobody knows', toRequest(stranger)],
    ['422', text(422, 'Failed to deserialize the JSON body into the target type')],
    ['too little margin', toOrder('Insufficient margin to place order. asset=1')],
    ['a value below the least', toOrder('Order must have minimum value of $10. asset=1')],
    ['a reason of the order nobody knows', toOrder('Order price too far from oracle')],
  ],
  duplicate: toOrder('Duplicate cloid. asset=1'),
});
