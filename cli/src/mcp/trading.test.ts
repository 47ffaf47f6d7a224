import { describe, expect, test } from 'vitest';
import { algorithmOf } from '../../test/support/fakeAlgorithms.ts';
import { type FakeOptions, tradingAnswer } from '../../test/support/fakeIo.ts';
import { accountsAnswer, openFakeMcp } from '../../test/support/fakeMcp.ts';

type Answer = NonNullable<FakeOptions['answer']>;

const modes = { 'paper-okx': 'paper', 'paper-kraken': 'paper', 'desk-okx': 'live' } as const;
const accountsPath = '/order-execution/execution/accounts';

const order = {
  exchange_account_id: 'paper-okx',
  symbol: 'BTC/USDT',
  side: 'buy',
  order_type: 'limit',
  quantity: 0.01,
  price: 50_000,
  client_order_id: 'mine-1',
};
const route = {
  symbol: 'BTC/USDT',
  side: 'buy',
  quantity: 1,
  client_plan_id: 'plan-1',
  exchange_account_ids: ['paper-okx', 'paper-kraken'],
};
const twap = {
  algorithm_type: 'twap',
  symbol: 'BTC/USDT',
  side: 'buy',
  quantity: 1,
  client_algorithm_id: 'twap-1',
  exchange_account_ids: ['paper-okx'],
  params: { duration_seconds: 60, interval_seconds: 10 },
};

/** Trades with accounts whose modes are `modes`. Other requests get the given answer. */
async function trading(answer: Answer, listed: FakeOptions['answer'] = undefined) {
  const list = listed ?? (() => accountsAnswer(modes));
  const mcp = await openFakeMcp({
    allowsTrading: true,
    answer: (request) =>
      new URL(request.url).pathname === accountsPath ? list(request) : answer(request),
  });
  const sent = () =>
    mcp.requests
      .map(({ method, url }) => `${method} ${new URL(url).pathname}`)
      .filter((line) => line !== `GET ${accountsPath}`);
  return { ...mcp, sent };
}

describe('on paper', () => {
  test('an order goes out as it was given, after its account was looked at', async () => {
    const { call, requests, close } = await trading(() => tradingAnswer({ order_id: 'o-1' }));
    const { isError, content } = await call('place_order', order);
    expect([isError, content]).toEqual([false, { order_id: 'o-1' }]);
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
    expect(JSON.parse(requests[1]?.body ?? '')).toMatchObject(order);
    await close();
  });

  test('an order without a name of its own is not sent', async () => {
    const { call, sent, close } = await trading(() => tradingAnswer({}));
    const { client_order_id: _, ...unnamed } = order;
    expect((await call('place_order', unnamed)).isError).toBe(true);
    expect((await call('place_order', { ...unnamed, client_order_id: null })).isError).toBe(true);
    expect(sent()).toEqual([]);
    await close();
  });

  test('a route and an algorithm go out too', async () => {
    const { call, sent, close } = await trading(() => tradingAnswer({}));
    expect((await call('execute_route', route)).isError).toBe(false);
    expect((await call('start_algorithm', twap)).isError).toBe(false);
    expect(sent()).toEqual([
      'POST /order-execution/sor/execute',
      'POST /order-execution/algorithms/start',
    ]);
    await close();
  });

  test.each(['pause', 'resume', 'cancel'])(
    '%s addresses the algorithm that was read',
    async (move) => {
      const running = { ...algorithmOf(), exchange_account_ids: ['paper-okx'] };
      const { call, sent, close } = await trading(() => tradingAnswer(running));
      expect((await call(`${move}_algorithm`, { order_id: 'rebalance-7' })).isError).toBe(false);
      expect(sent()).toEqual([
        'GET /order-execution/algorithms/rebalance-7',
        `POST /order-execution/algorithms/0193-a/${move}`,
      ]);
      await close();
    },
  );
});

describe('refuses, and sends nothing,', () => {
  const spread = {
    ...twap,
    algorithm_type: 'spread',
    params: { contra_exchange_account_ids: ['desk-okx'] },
  };
  test.each([
    ['an order of a live account', 'place_order', { ...order, exchange_account_id: 'desk-okx' }],
    ['an order of nobody', 'place_order', { ...order, exchange_account_id: 'nobody' }],
    [
      'a cancel of a live account',
      'cancel_order',
      { order_id: 'o', exchange_account_id: 'desk-okx' },
    ],
    [
      'a route over one live account',
      'execute_route',
      { ...route, exchange_account_ids: ['paper-okx', 'desk-okx'] },
    ],
    ['an algorithm that names one in its params', 'start_algorithm', spread],
  ])('%s', async (_what, tool, input) => {
    const { call, sent, close } = await trading(() => tradingAnswer({}));
    const { isError, content } = await call(tool, input);
    expect(isError).toBe(true);
    expect(content).toMatchObject({ error: { code: 'TRADE_REFUSED' } });
    expect(sent()).toEqual([]);
    await close();
  });

  test('to move an algorithm that has one live account', async () => {
    const ids = ['paper-okx', 'desk-okx'];
    const answer = () => tradingAnswer({ ...algorithmOf(), exchange_account_ids: ids });
    const { call, sent, close } = await trading(answer);
    for (const move of ['pause', 'resume', 'cancel']) {
      const { content } = await call(`${move}_algorithm`, { order_id: 'rebalance-7' });
      expect(content).toMatchObject({ error: { code: 'TRADE_REFUSED' } });
    }
    expect(sent().filter((line) => line.startsWith('POST'))).toEqual([]);
    await close();
  });

  test('while it cannot learn what the account is', async () => {
    const refused = () => tradingAnswer({ error: 'INTERNAL_ERROR' }, 500);
    const { call, sent, close } = await trading(() => tradingAnswer({}), refused);
    const { content } = await call('place_order', order);
    expect(content).toMatchObject({ error: { code: 'INTERNAL_ERROR' } });
    expect(JSON.stringify(content)).toContain('Nothing was sent.');
    expect(sent()).toEqual([]);
    await close();
  });
});

describe('what is not known', () => {
  const unknown = { error: 'NETWORK_ERROR', order_status: 'unknown', order_id: 'o-1' };

  test.each([
    ['a connection that broke', () => Promise.reject(new Error('reset')), 'NETWORK_ERROR'],
    ['an exchange that was silent', () => tradingAnswer(unknown, 500), 'NETWORK_ERROR'],
    [
      'a fault of the service',
      () => tradingAnswer({ error: 'INTERNAL_ERROR' }, 500),
      'INTERNAL_ERROR',
    ],
    ['a proxy', () => ({ status: 502, headers: {}, text: 'bad gateway' }), 'BAD_ANSWER'],
  ] satisfies [string, Answer, string][])('%s is told as unknown', async (_what, answer, code) => {
    const { call, sent, close } = await trading(answer);
    const { isError, content, texts } = await call('place_order', order);
    expect(isError).toBe(true);
    expect(content).toMatchObject({
      error: {
        code,
        outcome: 'unknown',
        look_up: {
          tool: 'get_order',
          arguments: { order_id: 'mine-1', exchange_account_id: 'paper-okx' },
        },
      },
    });
    expect(texts[0]).toContain('Look it up with get_order, or repeat place_order');
    expect(sent()).toHaveLength(1);
    await close();
  });

  test.each([
    ['a rejection', { error: 'EXCHANGE_ERROR', order_status: 'rejected' }, 500],
    ['a refusal', { error: 'INSUFFICIENT_BALANCE' }, 400],
    ['a service that cannot price it', { error: 'PRICES_UNAVAILABLE' }, 503],
  ])('%s is known', async (_what, data, status) => {
    const { call, close } = await trading(() => tradingAnswer(data, status));
    const { isError, content } = await call('place_order', order);
    expect(isError).toBe(true);
    expect(content).toMatchObject({ error: { code: data.error } });
    expect(content).not.toMatchObject({ error: { outcome: 'unknown' } });
    await close();
  });

  test('each tool says where to look', async () => {
    const { call, close } = await trading(() => Promise.reject(new Error('reset')));
    expect((await call('execute_route', route)).content).toMatchObject({
      error: { look_up: { tool: 'get_route_plan', arguments: { plan_id: 'plan-1' } } },
    });
    expect((await call('start_algorithm', twap)).content).toMatchObject({
      error: { look_up: { tool: 'get_algorithm', arguments: { order_id: 'twap-1' } } },
    });
    await close();
  });
});
