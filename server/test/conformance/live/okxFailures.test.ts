import type { Fault } from '@windlass/simulator';
import { okxSimulated } from '../../support/exchanges/okx/exchange.ts';
import { runFailures } from './runFailures.ts';

const error = (code: string, message: string): Fault => ({
  kind: 'exchangeError',
  code,
  message,
});
const crowded = JSON.stringify({ msg: 'Too Many Requests', code: '50011', data: [] });

runFailures({
  exchange: okxSimulated,
  isSending: ({ method, path }) => method === 'POST' && path === '/api/v5/trade/order',
  unknown: [
    ['answers 50001', error('50001', 'Service temporarily unavailable. Please try again later.')],
    ['answers 50004', error('50004', 'API endpoint request timeout')],
    ['answers 50013', error('50013', 'Systems are busy. Please try again later.')],
    ['answers 50026', error('50026', 'System error. Please try again later.')],
    ['answers 51054', error('51054', 'Request timed out. Please try again.')],
    ['answers 51149', error('51149', 'Order timed out. Please try again.')],
  ],
  refused: [
    ['429', { kind: 'answers', status: 429, body: crowded }],
    ['50011', error('50011', 'Too Many Requests')],
    ['50061', error('50061', 'Sub-account rate limit reached.')],
    ['50102', error('50102', 'Timestamp request expired')],
    ['50113', error('50113', 'Invalid Sign')],
    ['50105', error('50105', 'Request header OK-ACCESS-PASSPHRASE incorrect.')],
    ['50119', error('50119', "API key doesn't exist")],
    ['51008', error('51008', 'Order failed. Insufficient USDT balance in account')],
    ['51121', error('51121', 'Order quantity must be a multiple of the lot size.')],
  ],
  duplicate: error('51016', 'Client order ID already exists.'),
});
