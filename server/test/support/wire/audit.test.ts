import type { TrueOrder } from '@windlass/simulator';
import { expect, it } from 'vitest';
import type { StoredFill, StoredOrder } from '../../../src/trading/execution/orderStore.ts';
import { audit, type WireRecords } from './audit.ts';

const order = { name: 'a', side: 'buy', quantity: 1.5, mayRest: true, body: {} } as const;
const there: TrueOrder = {
  market: 'BTC/USDT',
  side: 'buy',
  type: 'limit',
  timeInForce: 'GTC',
  isReduceOnly: false,
  leg: undefined,
  status: 'closed',
  reason: undefined,
  quantity: '1.5',
  filled: '1.5',
  trades: [
    { quantity: '1', price: '100', worth: '100' },
    { quantity: '0.5', price: '101', worth: '50.5' },
  ],
};
const answered = { name: 'a', status: 200, orderStatus: 'closed', orderId: 'v-1' };
const stored = (changes: Partial<StoredOrder> = {}) =>
  ({ id: 'o-1', status: 'closed', filled: '1.5', venueOrderId: 'v-1', ...changes }) as StoredOrder;
const fill = (changes: Partial<StoredFill>) =>
  ({ orderId: 'o-1', venueOrderId: 'v-1', ...changes }) as StoredFill;
const fills = [
  fill({ venueTradeId: 't-1', quantity: '1', price: 100 }),
  // Heard before the order was answered.
  fill({ venueTradeId: 't-2', quantity: '0.5', price: 101, orderId: undefined }),
];

function found(changes: Partial<WireRecords>, here: StoredOrder | undefined = stored()) {
  const usual = {
    asked: [order],
    answers: [answered],
    cancelled: new Set<string>(),
    there: [there],
    accepted: 1,
    fills,
  };
  return audit({ ...usual, here: new Map(here && [['a', here]]), ...changes });
}

const unknown = { ...answered, status: 500, orderStatus: 'unknown', orderId: undefined };
const rejected = { ...unknown, orderStatus: 'rejected' };
const nothing = { there: [], accepted: 0, fills: [] };

it('finds nothing where both sides have the same', () => {
  expect(found({})).toEqual([]);
  expect(found({ answers: [unknown] })).toEqual([]);
  expect(found({ ...nothing, answers: [rejected] }, stored({ status: 'rejected' }))).toEqual([]);
});

it('lets an order that must not rest be gone without a trace, but no other', () => {
  const killed = { ...nothing, answers: [{ ...answered, orderStatus: 'expired' }] };
  const expired = stored({ status: 'expired', filled: '0' });
  expect(found({ ...killed, asked: [{ ...order, mayRest: false }] }, expired)).toEqual([]);
  expect(found(killed, expired)).toContain('a: it is expired, and the exchange has none');
});

it('lets an order be cancelled before it left, if somebody cancelled it and nobody was told else', () => {
  const canceled = { ...answered, orderStatus: 'canceled', orderId: undefined };
  const withdrawn = { ...nothing, answers: [canceled, canceled], cancelled: new Set(['a']) };
  const here = { status: 'canceled', filled: '0', clientOrderId: 'a' } as const;
  const none = stored({ ...here, venueOrderId: undefined });
  expect(found(withdrawn, none)).toEqual([]);
  const lost = 'a: it is canceled, and the exchange has none';
  expect(found({ ...withdrawn, cancelled: new Set(['b']) }, none)).toContain(lost);
  expect(
    found({ ...withdrawn, answers: [canceled, { ...answered, orderStatus: 'open' }] }, none),
  ).toContain(lost);
  expect(found(withdrawn, stored({ ...here }))).toContain(lost);
  expect(found(withdrawn, stored({ ...here, venueOrderId: undefined, filled: '1' }))).toContain(
    lost,
  );
});

it.each<[string, Partial<WireRecords>, StoredOrder?]>([
  ['a: the exchange took it 2 times', { there: [there, there], accepted: 2 }],
  ['nobody asked to buy 7', { there: [there, { ...there, quantity: '7' }], accepted: 2 }],
  ['the exchange took 2 orders and has 1', { accepted: 2 }],
  ['a: it was answered as taken, and the exchange has none', nothing],
  ['a: it was answered as rejected, and the exchange took it', { answers: [rejected] }],
  [
    'a: its callers were told the ids v-1,v-2',
    { answers: [answered, { ...answered, orderId: 'v-2' }] },
  ],
  ['a: the exchange has it, and nothing is stored of it', { here: new Map() }],
  ['a: it is left unknown', {}, stored({ status: 'unknown' })],
  ['a: it is open, and the exchange has none', nothing, stored({ status: 'open' })],
  ['a: it is rejected, and closed at the exchange', {}, stored({ status: 'rejected' })],
  ['a: it is canceled, and closed at the exchange', {}, stored({ status: 'canceled' })],
  ['a: it has filled 1, and 1.5 at the exchange', {}, stored({ filled: '1' })],
  ['a: fills of 1 worth 100 were told, and 1.5 worth 150.5 traded', { fills: fills.slice(0, 1) }],
  [
    'a: fills of 2 worth 201 were told, and 1.5 worth 150.5 traded',
    { fills: [...fills, fill({ venueTradeId: 't-3', quantity: '0.5', price: 101 })] },
  ],
  ['the fill t-1 was told twice', { fills: fills.slice(0, 1).concat(fills) }],
])('finds: %s', (fault, changes, here) => {
  expect(found(changes, here)).toContain(fault);
});
