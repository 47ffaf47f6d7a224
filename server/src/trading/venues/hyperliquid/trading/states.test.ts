import { describe, expect, it } from 'vitest';
import {
  createdAtMs,
  entry,
  execution,
  secondExecution,
} from '../../../../../test/support/exchanges/hyperliquid/orderRows.ts';
import {
  clientId,
  hyperliquidOrder,
  openHyperliquidWire,
  symbolNamed,
  walletAddress,
} from '../../../../../test/support/exchanges/hyperliquid/wire.ts';
import { hyperliquidDialect } from './dialect.ts';

const ref = { ...hyperliquidOrder(), venueOrderId: undefined };
const endedAtMs = 1_699_999_500_000;

const stop = { isTrigger: true, triggerPx: '110.0', limitPx: '115.5', tif: null };
const whole = [execution(), execution(secondExecution)];
const part = [execution()];

/** Looks the order up when the venue has it in this state, with these executions. */
async function found(order: object, status: string, executions: readonly object[] = []) {
  const wire = await openHyperliquidWire(({ type }) =>
    type === 'orderStatus'
      ? { status: 'order', order: { order, status, statusTimestamp: endedAtMs } }
      : executions,
  );
  const state = await wire.run((call) => hyperliquidDialect.lookup(call, ref));
  return { state, asked: wire.asked, heard: wire.heard };
}

describe('an order that is looked up', () => {
  it('is told with all its executions', async () => {
    // The venue repeats an open order as it was at first, whatever has filled since.
    const others = [execution({ oid: 5, cloid: null, tid: 3 }), execution({ coin: 'BTC', tid: 4 })];
    const { state, asked } = await found(entry(), 'open', [...part, ...others]);
    expect(state).toEqual({
      clientId,
      venueOrderId: '91490942',
      symbol: 'ETH/USDC:USDC',
      marketType: 'swap',
      side: 'buy',
      type: 'limit',
      status: 'open',
      price: 100,
      stopPrice: undefined,
      quantity: '1.5',
      filled: '0.5',
      average: 100.5,
      cost: '50.25',
      fees: { USDC: '0.022612' },
      createdAtMs,
      updatedAtMs: endedAtMs,
      lastTradeAtMs: 1_699_999_400_000,
      reason: undefined,
    });
    // Executions may be dated before their order.
    const startTime = createdAtMs - 10_000;
    const body = { type: 'userFillsByTime', user: walletAddress, startTime };
    expect(asked.at(-1)?.body).toEqual(body);
  });

  it('that went on under another id is one with what it set off', async () => {
    const executions = [execution({ oid: 91490999 })];
    const order = entry({ ...stop, orderType: 'Stop Limit', limitPx: '112.0' });
    expect((await found(order, 'triggered', executions)).state).toMatchObject({
      type: 'stop_loss_limit',
      status: 'open',
      price: 112,
      stopPrice: 110,
      filled: '0.5',
    });
  });

  it.each([
    ['Stop Market', 'stop_loss', undefined],
    ['Stop Limit', 'stop_loss_limit', 115.5],
    ['Take Profit Market', 'take_profit', undefined],
    ['Take Profit Limit', 'take_profit_limit', 115.5],
  ])('of the kind %s is a %s', async (orderType, type, price) => {
    const { state } = await found(entry({ ...stop, orderType, side: 'A' }), 'open');
    expect(state).toMatchObject({ type, price, stopPrice: 110, side: 'sell', filled: '0' });
  });

  const ioc = entry({ tif: 'Ioc' });
  const market = entry({ ...stop, orderType: 'Stop Market' });
  const reducing = entry({ tif: 'Ioc', reduceOnly: true });
  const cutRest = entry({ sz: '1.0' });
  const cutIoc = entry({ tif: 'Ioc', sz: '1.0' });
  it.each([
    ['filled', entry({ sz: '0.0' }), whole, 'closed', '1.5'],
    ['filled', entry(), whole, 'closed', '1.5'],
    ['filled', ioc, part, 'expired', '0.5'],
    ['filled', market, part, 'expired', '0.5'],
    ['filled', reducing, part, 'closed', '0.5'],
    ['filled', cutIoc, part, 'expired', '0.5'],
    ['canceled', entry(), [], 'canceled', '0'],
    ['canceled', cutRest, part, 'canceled', '0.5'],
    ['canceled', ioc, part, 'expired', '0.5'],
    ['canceled', market, [], 'canceled', '0'],
    ['canceled', market, part, 'expired', '0.5'],
    ['iocCancelRejected', ioc, [], 'expired', '0'],
    ['marketOrderNoLiquidityRejected', ioc, [], 'expired', '0'],
    ['canceled', entry(), whole, 'closed', '1.5'],
    ['canceled', ioc, whole, 'closed', '1.5'],
    ['iocCancelRejected', ioc, whole, 'closed', '1.5'],
    ['marketOrderNoLiquidityRejected', ioc, part, 'expired', '0.5'],
    ['reduceOnlyCanceled', entry({ reduceOnly: true }), [], 'canceled', '0'],
    ['reduceOnlyCanceled', entry({ reduceOnly: true }), part, 'closed', '0.5'],
    ['marginCanceled', cutRest, part, 'canceled', '0.5'],
    ['scheduledCancel', entry(), [], 'canceled', '0'],
    ['internalCancel', entry(), [], 'canceled', '0'],
    ['liquidatedCanceled', entry(), [], 'canceled', '0'],
    ['rejected', entry(), [], 'rejected', '0'],
    ['perpMarginRejected', entry(), [], 'rejected', '0'],
  ] as const)('is %s there: %#', async (status, order, executions, told, filled) => {
    expect((await found(order, status, executions)).state).toMatchObject({ status: told, filled });
  });

  it.each([
    ['badAloPxRejected', 'The order would take liquidity at once.'],
    ['badTriggerPxRejected', 'The order would trigger at once.'],
    ['reduceOnlyRejected', 'There is no position left to reduce.'],
  ])('says why it ended: %s', async (status, reason) => {
    expect((await found(entry(), status)).state).toMatchObject({ status: 'rejected', reason });
  });

  it.each([
    ['that has filled, of which too few executions are listed', entry(), 'filled', part],
    ['that takes at once, of which none is listed', ioc, 'filled', []],
    ['that left more than its executions say', cutIoc, 'filled', []],
    ['cancelled after it filled in part, of which none is listed', cutRest, 'canceled', []],
    ['of a status nobody knows', entry(), 'somethingNew', []],
  ])('is in doubt: one %s', async (_, order, status, executions) => {
    await expect(found(order, status, executions)).rejects.toMatchObject({ name: 'NoAnswerError' });
  });

  it('that has just ended is in doubt until its executions had time to be listed', async () => {
    const wire = await openHyperliquidWire(({ type }) =>
      type === 'orderStatus'
        ? { status: 'order', order: { order: ioc, status: 'filled', statusTimestamp: nowMs } }
        : part,
    );
    const nowMs = wire.clock.now();
    const ask = () => wire.run((call) => hyperliquidDialect.lookup(call, ref));
    await expect(ask()).rejects.toMatchObject({ name: 'NoAnswerError' });
    await wire.clock.advance(2_001);
    expect(await ask()).toMatchObject({ status: 'expired', filled: '0.5' });
  });

  it('that has just ended is not in doubt where the rest that it left is told', async () => {
    const wire = await openHyperliquidWire(({ type }) =>
      type === 'orderStatus'
        ? { status: 'order', order: { order: cutIoc, status: 'filled', statusTimestamp: nowMs } }
        : part,
    );
    const nowMs = wire.clock.now();
    const state = await wire.run((call) => hyperliquidDialect.lookup(call, ref));
    expect(state).toMatchObject({ status: 'expired', filled: '0.5' });
  });

  it('tells of its executions, whichever id they came under', async () => {
    const executions = [execution(), execution({ oid: 91490999, tid: 7 })];
    const { heard } = await found(entry(), 'open', executions);
    expect(heard).toMatchObject([
      { venueTradeId: '118906512037719', venueOrderId: '91490942', clientId },
      { venueTradeId: '7', venueOrderId: '91490942', clientId },
    ]);
  });
});

describe('open orders', () => {
  it('are those of perpetuals, oldest first, each with its executions', async () => {
    const wire = await openHyperliquidWire(({ type }) =>
      type === 'frontendOpenOrders'
        ? [
            entry({ oid: 8, timestamp: createdAtMs + 5, cloid: null }),
            entry({ sz: '1.0' }),
            entry({ oid: 9, coin: '@107' }),
            entry({ oid: 7, coin: 'PURR/USDC' }),
            entry({ oid: 6, coin: 'xyz:GOLD' }),
            entry({ oid: 91490941, coin: 'kPEPE', cloid: '0xABCDEF6789abcdef0123456789abcdef' }),
          ]
        : part,
    );
    const ask = (name?: string) =>
      wire.run((call) =>
        hyperliquidDialect.openOrders(call, 'swap', name ? symbolNamed(name) : undefined),
      );
    expect(await ask()).toMatchObject([
      {
        venueOrderId: '91490941',
        symbol: 'KPEPE/USDC:USDC',
        filled: '0',
        clientId: 'abcdef6789abcdef0123456789abcdef',
      },
      { venueOrderId: '91490942', symbol: 'ETH/USDC:USDC', filled: '0.5', status: 'open' },
      { venueOrderId: '8', clientId: undefined, filled: '0' },
    ]);
    // Executions are requested only when there are any.
    expect(wire.asked.map(({ body }) => body.type)).toEqual([
      'frontendOpenOrders',
      'userFillsByTime',
    ]);
    const named = await ask('KPEPE/USDC:USDC');
    expect(named.map(({ venueOrderId }) => venueOrderId)).toEqual(['91490941']);
  });
});

describe('open orders that filled in part', () => {
  it('have their executions read in one list, however many they are', async () => {
    const wire = await openHyperliquidWire(({ type }) =>
      type === 'frontendOpenOrders'
        ? [entry({ sz: '1.0' }), entry({ oid: 7, coin: 'BTC', sz: '1.4', cloid: null })]
        : [
            execution({ oid: 91490942, sz: '0.5', tid: 1 }),
            execution({ oid: 7, coin: 'BTC', sz: '0.1', tid: 2, cloid: null }),
          ],
    );
    const states = await wire.run((call) => hyperliquidDialect.openOrders(call, 'swap', undefined));
    expect(Object.fromEntries(states.map((each) => [each.venueOrderId, each.filled]))).toEqual({
      '91490942': '0.5',
      '7': '0.1',
    });
    expect(wire.asked.map(({ body }) => body.type)).toEqual([
      'frontendOpenOrders',
      'userFillsByTime',
    ]);
  });
});

describe('a look at an order that a live stream has told nothing of', () => {
  it('asks for no executions while the order is open', async () => {
    const wire = await openHyperliquidWire(() => ({
      status: 'order',
      order: { order: entry(), status: 'open', statusTimestamp: createdAtMs },
    }));
    const { state: unchanged } = await found(entry(), 'open', part);
    const look = () => wire.run((call) => hyperliquidDialect.lookup(call, { ...ref, unchanged }));
    expect(await look()).toEqual(unchanged);
    expect(wire.asked.map(({ body }) => body.type)).toEqual(['orderStatus']);
  });

  it('asks for them once it is not open any more', async () => {
    const wire = await openHyperliquidWire(({ type }) =>
      type === 'orderStatus'
        ? {
            status: 'order',
            order: { order: entry(), status: 'canceled', statusTimestamp: createdAtMs },
          }
        : [],
    );
    const { state: unchanged } = await found(entry(), 'open', []);
    const look = () => wire.run((call) => hyperliquidDialect.lookup(call, { ...ref, unchanged }));
    expect(await look()).toMatchObject({ status: 'canceled' });
    expect(wire.asked.map(({ body }) => body.type)).toEqual(['orderStatus', 'userFillsByTime']);
  });
});

describe('many orders', () => {
  it('are looked up by their statuses and one list of executions', async () => {
    const names = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(32));
    const [open = '', filled = '', late = '', gone = ''] = names;
    const there: Readonly<Record<string, object>> = {
      [`0x${open}`]: { oid: 1, status: 'open' },
      [`0x${filled}`]: { oid: 2, status: 'filled' },
      [`0x${late}`]: { oid: 3, status: 'filled' },
    };
    const { state: unchanged } = await found(entry(), 'open', part);
    const wire = await openHyperliquidWire(({ type, oid }) => {
      if (type === 'userFillsByTime') {
        return whole.map((each) => ({ ...each, oid: 2, cloid: `0x${filled}` }));
      }
      const known = there[String(oid)];
      if (!known) return { status: 'unknownOid' };
      const order = entry({ ...known, cloid: String(oid) });
      return { status: 'order', order: { ...known, order, statusTimestamp: createdAtMs } };
    });
    const refs = names.map((name) => ({ ...ref, clientId: name, unchanged }));
    const outcomes = await wire.run(async (call) =>
      hyperliquidDialect.lookupMany?.look(call, refs),
    );
    expect(outcomes?.get(open)).toBe(unchanged);
    expect(outcomes?.get(filled)).toMatchObject({ status: 'closed', filled: '1.5' });
    expect([outcomes?.get(late), outcomes?.get(gone)]).toEqual(['untold', 'absent']);
    const asked = wire.asked.map(({ body }) => body.type);
    expect(asked.toSorted()).toEqual([...Array(4).fill('orderStatus'), 'userFillsByTime']);
  });
});
