import { describe, expect, it } from 'vitest';
import { clients, venues } from '../../test/support/faults.ts';
import { send } from '../../test/support/fixtures.ts';
import { createSimulator, type VenueName } from '../index.ts';

const tooLate: Readonly<Record<VenueName, unknown>> = {
  binance: [400, -2011, 'Unknown order sent.'],
  bybit: [200, 170139, 'Order has been filled.'],
  gateio: [400, 'ORDER_CLOSED', 'Order already closed'],
  kraken: 'EOrder:Unknown order',
  krakenfutures: 'filled',
  okx: [
    '51400',
    'Order cancellation failed as the order has been filled, canceled or does not exist.',
  ],
  hyperliquid: { error: 'Order was never placed, already canceled, or filled. asset=1' },
};

it.each(venues)('%s says that a cancel came too late', async (venue) => {
  const { simulator, place, cancel } = await clients[venue]();
  const id = await place();
  simulator.misbehave({ chances: { cancelAgainstFill: 1 }, script: [] }, 1);
  expect(await cancel(id)).toEqual(tooLate[venue]);
  expect(simulator.injected()).toMatchObject([{ venue, fault: 'cancelAgainstFill', count: 1 }]);
  await simulator.close();
});

it.each(venues)('%s takes no order off the steps of now', async (venue) => {
  const { simulator, market, place } = await clients[venue]();
  const taken = async (price: string, quantity: string) => {
    const before = simulator.accepted(venue);
    await place(price, quantity).catch(() => undefined);
    return simulator.accepted(venue) - before;
  };
  expect([await taken('100.5', '1'), await taken('100', '1.5')]).toEqual([1, 1]);
  simulator.changeFilters(venue, market, { tick: '1' });
  expect([await taken('100.5', '1'), await taken('100', '1.5')]).toEqual([0, 1]);
  simulator.changeFilters(venue, market, { tick: '0.5', lot: '1' });
  expect([await taken('100.5', '1'), await taken('100', '1.5')]).toEqual([1, 0]);
  await simulator.close();
});

describe('what changes nothing', () => {
  it.each([
    ['api.binance.com', 'DELETE /api/v3/order', 'GET /api/v3/order'],
    ['api.bybit.com', 'POST /v5/order/cancel', 'GET /v5/order/realtime'],
    ['api.gateio.ws', 'DELETE /api/v4/spot/orders/1', 'GET /api/v4/spot/orders/1'],
    ['api.kraken.com', 'POST /0/private/CancelOrder', 'POST /0/private/QueryOrders'],
    ['futures.kraken.com', 'POST /derivatives/api/v3/sendorder', 'GET /derivatives/api/v3/fills'],
    ['www.okx.com', 'POST /api/v5/trade/order', 'GET /api/v5/trade/order'],
    ['api.hyperliquid.xyz', 'POST /exchange', 'POST /info'],
  ])('loses no answer after it was carried out: %s', async (host, change, question) => {
    const simulator = createSimulator({ now: () => 0 });
    const { url } = await simulator.listen();
    simulator.misbehave({ chances: { serverErrorAfterAccept: 1 }, script: [] }, 1);
    const heard = async (endpoint: string) => {
      const [method = '', target = ''] = endpoint.split(' ');
      return (await send(url, { method, host, target })).text;
    };
    expect(await heard(change)).toMatch(/^<html>/);
    expect(await heard(question)).not.toMatch(/^<html>/);
    expect(simulator.strikes()).toMatchObject([{ request: change }]);
    await simulator.close();
  });
});
