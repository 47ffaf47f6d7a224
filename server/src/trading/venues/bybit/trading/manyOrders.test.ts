import { describe, expect, it } from 'vitest';
import {
  bybitExecution,
  bybitRecord,
  bybitSymbol,
  list,
  ok,
  openBybit,
} from '../../../../../test/support/exchanges/bybit/client.ts';
import type { OrderRef } from '../../venuePort.ts';
import { bybitMany } from './manyOrders.ts';

const [orders, executions] = ['/v5/order/realtime', '/v5/execution/list'];
const idOf = (number: number) => number.toString(16).padStart(32, '0');

function refOf(number: number, marketType: 'spot' | 'swap' = 'swap'): OrderRef {
  const symbol = bybitSymbol(marketType);
  return { clientId: idOf(number), venueOrderId: undefined, symbol, marketType };
}

const recordOf = (number: number, more: object = {}) =>
  bybitRecord({ orderId: `order-${number}`, orderLinkId: idOf(number), ...more });
const filledOf = (number: number) =>
  recordOf(number, { orderStatus: 'Filled', qty: '2', cumExecQty: '2', cumExecValue: '200' });
const fillOf = (number: number, part: number, execQty: string) =>
  bybitExecution({
    orderId: `order-${number}`,
    orderLinkId: idOf(number),
    execId: `fill-${number}-${part}`,
    execQty,
    execPrice: '100',
    execFee: '0.01',
  });

describe('many orders at bybit', () => {
  it('are read from three lists, whatever became of each', async () => {
    const venue = openBybit({
      [orders]: [
        list(recordOf(1, { orderStatus: 'New' })),
        list(filledOf(2), recordOf(3, { orderStatus: 'Cancelled' })),
      ],
      [executions]: [list(fillOf(2, 1, '1.5'), fillOf(9, 1, '1'), fillOf(2, 2, '0.5'))],
    });
    const refs = [refOf(1), refOf(2), refOf(3)];
    const found = await venue.ask((call) => bybitMany.look(call, refs));
    expect([...found].map(([id, state]) => [id, state])).toMatchObject([
      [idOf(1), { status: 'open', filled: '0' }],
      [idOf(2), { status: 'closed', filled: '2', cost: '200', fees: { USDT: '0.02' } }],
      [idOf(3), { status: 'canceled', filled: '0' }],
    ]);
    expect(venue.heard.map(({ venueTradeId }) => venueTradeId)).toEqual(['fill-2-1', 'fill-2-2']);
    const linear = { category: 'linear', settleCoin: 'USDT', limit: '50' };
    expect(venue.sent.map(({ path, fields }) => [path, fields])).toEqual([
      [orders, linear],
      [orders, { ...linear, openOnly: '1' }],
      [executions, { category: 'linear', limit: '100', execType: 'Trade' }],
    ]);
  });

  it('are left out where a list does not name them, or not all of their fills yet', async () => {
    const venue = openBybit({
      [orders]: [list(), list(filledOf(2), filledOf(3))],
      [executions]: [list(fillOf(2, 1, '1.5'), fillOf(3, 1, '2'))],
    });
    const refs = [refOf(1), refOf(2), refOf(3)];
    const found = await venue.ask((call) => bybitMany.look(call, refs));
    expect([...found.keys()]).toEqual([idOf(3)]);
    expect(venue.heard.map(({ venueTradeId }) => venueTradeId)).toEqual(['fill-3-1']);
  });

  it('are read to the page that names the last of them, and no further than the fourth', async () => {
    const others = Array.from({ length: 50 }, (_, number) => recordOf(1_000 + number));
    const next = { nextPageCursor: 'next', category: 'linear' };
    const venue = openBybit({
      [orders]: [
        ok({ list: [recordOf(1), ...others.slice(1)], ...next }),
        ok({ list: [recordOf(2), ...others.slice(1)], ...next }),
        ok({ list: others, ...next }),
      ],
    });
    await venue.ask((call) => bybitMany.look(call, [refOf(1), refOf(2)]));
    expect(venue.sent).toHaveLength(2);
    await venue.ask((call) => bybitMany.look(call, [refOf(3), refOf(4)]));
    expect(venue.sent).toHaveLength(2 + 2 * 4);
  });

  it('are asked for by the list that holds their market, and left out when alone in one', async () => {
    const venue = openBybit({ [orders]: [list(), list()] });
    const refs = [refOf(1, 'spot'), refOf(2, 'spot'), refOf(3)];
    const found = await venue.ask((call) => bybitMany.look(call, refs));
    expect(found.size).toBe(0);
    expect(venue.sent.map(({ fields }) => fields)).toEqual([
      { category: 'spot', limit: '50' },
      { category: 'spot', limit: '50', openOnly: '1' },
    ]);
  });
});
