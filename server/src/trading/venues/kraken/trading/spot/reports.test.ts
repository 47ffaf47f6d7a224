import { describe, expect, it } from 'vitest';
import { memoryMarginModes } from '../../../../../../test/support/accounts/marginModes.ts';
import { clientId, uuid } from '../../../../../../test/support/exchanges/kraken/client.ts';
import { createManualClock } from '../../../../../../test/support/manualClock.ts';
import { parseSymbol } from '../../../../model/symbol.ts';
import type { CcxtClient } from '../../../shared/live/ccxtClient.ts';
import type { DialectCall, OrderLink } from '../../../shared/live/dialect.ts';
import { createOrderReports } from '../../../shared/live/orderReports.ts';
import type { OrderRef, VenueFill } from '../../../venuePort.ts';
import { executionsStream, fromReports, untilEnded } from './reports.ts';
import { krakenSpotStreams } from './userStreams.ts';

const venueOrderId = 'OK4GJX-KSTLS-7DZZO5';
const timestamp = '2023-11-14T22:13:20.100000Z';
const symbol = parseSymbol('BTC/USD');
const ref: OrderRef = {
  clientId,
  venueOrderId: undefined,
  symbol: symbol ?? ('' as OrderRef['symbol']),
  marketType: 'spot',
};
const known: OrderRef = { ...ref, venueOrderId };

// As in the venue's documents.
const taken = {
  order_id: venueOrderId,
  cl_ord_id: uuid,
  symbol: 'BTC/USD',
  order_qty: 0.3,
  cum_cost: 0,
  time_in_force: 'GTC',
  exec_type: 'pending_new',
  side: 'sell',
  order_type: 'limit',
  limit_price: 26_500,
  order_status: 'pending_new',
  timestamp,
};
const standing = { order_id: venueOrderId, exec_type: 'new', order_status: 'new', timestamp };
const trade = {
  order_id: venueOrderId,
  exec_id: 'TGBB7L-HT5LX-J3BZ4A',
  exec_type: 'trade',
  symbol: 'BTC/USD',
  side: 'sell',
  last_qty: 0.1,
  last_price: 26_599.9,
  liquidity_ind: 't',
  cost: 2_659.99,
  order_type: 'limit',
  timestamp: '2023-11-14T22:13:20.200993Z',
  order_status: 'partially_filled',
  cum_qty: 0.1,
  fees: [{ asset: 'USD', qty: 6.9159 }],
};
const second = { ...trade, exec_id: 'TGBB7L-HT5LX-J3BZ4B', last_qty: 0.2, cum_qty: 0.3 };
const filled = {
  order_id: venueOrderId,
  exec_type: 'filled',
  order_status: 'filled',
  timestamp: '2023-11-14T22:13:20.201Z',
  cum_qty: 0.3,
};
const canceled = {
  order_id: venueOrderId,
  exec_type: 'canceled',
  order_status: 'canceled',
  reason: 'User requested',
  timestamp: '2023-11-14T22:13:20.300Z',
  cum_qty: 0.1,
};

/** Returns a stream that is live by default, and a reader of it. */
async function listen({ isLive = true } = {}) {
  const clock = createManualClock();
  const told = createOrderReports(clock);
  told.turned(executionsStream, isLive);
  const fills: VenueFill[] = [];
  const client = {
    request: async () => ({ error: [], result: { token: 'a-token' } }),
  } as unknown as CcxtClient;
  const [stream] = krakenSpotStreams;
  const prepared = await stream?.prepare({ client, clock, credentials: {}, told });
  const call: DialectCall = {
    client,
    clock,
    told,
    links: new Map<string, OrderLink>(),
    heard: (seen) => void fills.push(...seen),
    marginModes: memoryMarginModes(),
  };
  const tell = (...data: readonly object[]) =>
    prepared?.read(JSON.stringify({ channel: 'executions', type: 'update', data }));
  const over = async <Value>(answer: Promise<Value>): Promise<Value> => {
    let isOver = false;
    void answer.finally(() => {
      isOver = true;
    });
    for (let step = 0; step < 50 && !isOver; step += 1) await clock.advance(25);
    return answer;
  };
  return {
    clock,
    call,
    told,
    fills,
    tell,
    over,
    look: (one = ref) => over(fromReports(call, one)),
  };
}

describe('an order that the stream of executions has told whole', () => {
  it('is closed with its fills, whoever asks', async () => {
    const { tell, look, fills } = await listen();
    tell(taken, standing, trade, second, filled);
    expect(await look()).toMatchObject({
      clientId,
      venueOrderId,
      status: 'closed',
      type: 'limit',
      side: 'sell',
      price: 26_500,
      quantity: '0.3',
      filled: '0.3',
      average: 26_599.9,
      cost: '7979.97',
      fees: { USD: '13.8318' },
    });
    expect(fills.map(({ venueTradeId, quantity, atMs }) => [venueTradeId, quantity, atMs])).toEqual(
      [
        ['TGBB7L-HT5LX-J3BZ4A', '0.1', Date.UTC(2023, 10, 14, 22, 13, 20, 201)],
        ['TGBB7L-HT5LX-J3BZ4B', '0.2', Date.UTC(2023, 10, 14, 22, 13, 20, 201)],
      ],
    );
  });

  it('stays so after the stream has gone, and however often a report came', async () => {
    const { clock, told, tell, look } = await listen();
    tell(taken, standing, trade, trade, second, filled, filled);
    told.turned(executionsStream, false);
    await clock.advance(600_000);
    expect(await look(known)).toMatchObject({ status: 'closed', filled: '0.3' });
  });

  it('is cancelled with what had filled', async () => {
    const { tell, look } = await listen();
    tell(taken, standing, trade, canceled);
    expect(await look(known)).toMatchObject({
      status: 'canceled',
      filled: '0.1',
      reason: undefined,
    });
  });
});

describe('an order of which the stream leaves a doubt is looked up', () => {
  it.each([
    ['of which a fill is missing', [taken, standing, second, filled]],
    ['whose beginning was not told', [standing, trade, second, filled]],
    [
      'that was changed',
      [taken, standing, { ...taken, exec_type: 'amended' }, trade, second, filled],
    ],
    ['that ended for another reason', [taken, { ...canceled, reason: 'Post only', cum_qty: 0 }]],
    ['that waited for a price', [{ ...taken, order_type: 'stop-loss' }, standing]],
    ['of somebody else', [{ ...taken, cl_ord_id: 'web-1' }, standing]],
    ['of another market', [{ ...taken, symbol: 'ETH/USD' }, standing]],
  ])('%s', async (_, rows) => {
    const { tell, look } = await listen();
    tell(...rows);
    expect(await look()).toBeUndefined();
  });

  it('without a stream, or when it is open and the last report is not of now', async () => {
    const { clock, tell, look } = await listen();
    tell(taken, standing);
    expect(await look()).toMatchObject({ status: 'open', filled: '0' });
    // Its cancel may have been confirmed before the stream reports it.
    expect(await look(known)).toBeUndefined();
    await clock.advance(2_000);
    expect(await look()).toBeUndefined();
    const deaf = await listen({ isLive: false });
    deaf.tell(taken, standing);
    expect(await deaf.look()).toBeUndefined();
  });
});

describe('a report that is on its way', () => {
  it('is waited for a moment', async () => {
    const { clock, call, tell, over } = await listen();
    const answer = fromReports(call, ref);
    await clock.advance(50);
    tell(taken, standing, trade);
    await clock.advance(100);
    tell(second, filled);
    expect(await over(answer)).toMatchObject({ status: 'open', filled: '0.1' });
    expect(await over(fromReports(call, known))).toMatchObject({ status: 'closed' });
  });

  it('of a cancel too, and no longer than that', async () => {
    const { clock, call, tell, over, look } = await listen();
    tell(taken, standing);
    const ended = untilEnded(call, known);
    await clock.advance(150);
    tell({ ...canceled, cum_qty: 0 });
    await over(ended);
    expect(await look(known)).toMatchObject({ status: 'canceled', filled: '0' });
    const silent = await listen();
    await silent.over(untilEnded(silent.call, known));
    expect(silent.clock.monotonic()).toBeLessThanOrEqual(1_000);
  });
});
