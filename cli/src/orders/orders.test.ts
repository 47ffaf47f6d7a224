import { describe, expect, test } from 'vitest';
import { tradingAnswer } from '../../test/support/fakeIo.ts';
import {
  asksAccounts,
  orderOf,
  refusal,
  running,
  tradedAccounts,
} from '../../test/support/fakeOrders.ts';

const desk = ['--account', 'desk'];
const list = ['orders', 'list', ...desk];
type Asked = { readonly url: string; readonly method: string };
const typeOf = ({ url }: Asked) => new URL(url).searchParams.get('market_type');

const spot = orderOf({ timestamp: 1 });
const swap = orderOf({ order_id: 'ex-2', symbol: 'BTC/USDT:USDT', market_type: 'swap' });

/** Answers with spot and swap orders. Other market types are not supported. */
const markets = (asked: Asked) => {
  if (asked.method === 'DELETE') return tradingAnswer(orderOf({ status: 'canceled' }));
  if (asksAccounts(asked)) return tradedAccounts('live');
  if (typeOf(asked) === 'future') return refusal('NOT_SUPPORTED', 400);
  return tradingAnswer([typeOf(asked) === 'swap' ? swap : spot]);
};

describe('orders list', () => {
  test('has the open orders of all markets, newest first', async () => {
    const { code, out, err } = await running(list, { answer: markets });
    expect(out()).toMatchInlineSnapshot(`
      "ID    CLIENT ID  SYMBOL         TYPE   SIDE  QUANTITY  FILLED  PRICE   STOP  STATUS  MADE
      ex-2  mine       BTC/USDT:USDT  limit  buy   0.5       0       50,000        open    2026-01-01T00:00:00.000Z
      ex-1  mine       BTC/USDT       limit  buy   0.5       0       50,000        open    2026-01-01T00:00:00.000Z
      "
    `);
    expect([code, err()]).toEqual([0, '']);
  });

  test.each([
    [['--symbol', 'btc-usdt'], '?exchange_account_id=desk&symbol=BTC%2FUSDT'],
    [['--market-type', 'swap'], '?exchange_account_id=desk&market_type=swap'],
  ])('of %j asks once', async (options, query) => {
    const { sent } = await running([...list, ...options], { answer: markets });
    expect(sent.map(({ call }) => call)).toEqual([
      `GET /order-execution/execution/orders/open${query}`,
    ]);
  });

  test('says what could not be read, shows the rest and ends with 1', async () => {
    const answer = (asked: Asked) =>
      typeOf(asked) === 'swap' ? refusal('EXCHANGE_ERROR', 500) : markets(asked);
    const { code, out, err } = await running([...list, '--json'], { answer });
    expect(JSON.parse(out())).toEqual([spot]);
    expect([code, err()]).toEqual([1, 'windlass: The swap orders were not read: Said so.\n']);
  });

  test('fails when nothing could be read', async () => {
    const { code, out, err } = await running(list, {
      answer: () => refusal('ACCOUNT_NOT_FOUND', 404),
    });
    expect([code, out(), err()]).toEqual([1, '', 'windlass: Said so\n']);
  });

  test('says so when there are none', async () => {
    const { code, out } = await running(list, { answer: () => tradingAnswer([]) });
    expect([code, out()]).toEqual([0, 'no open orders\n']);
  });
});

test('orders show has every field that is known', async () => {
  const order = orderOf({ filled: 0.2, average: 49_999, reason: 'by\u001b hand' });
  const { code, out, sent } = await running(
    ['orders', 'show', 'mine', ...desk, '--symbol', 'BTC/USDT', '--market-type', 'spot'],
    { answer: () => tradingAnswer(order) },
  );
  expect(sent[0]?.call).toBe(
    'GET /order-execution/execution/order/mine' +
      '?exchange_account_id=desk&symbol=BTC%2FUSDT&market_type=spot',
  );
  expect(out()).toMatchInlineSnapshot(`
    "id         ex-1
    client id  mine
    symbol     BTC/USDT
    market     spot
    type       limit
    side       buy
    status     open
    reason     by? hand
    quantity   0.5
    price      50,000
    filled     0.2 at 49,999, 0.5 remaining
    cost       0
    fee        0
    made       2026-01-01T00:00:00.000Z
    "
  `);
  expect(code).toBe(0);
});

describe('orders cancel', () => {
  test('of one shows it after, with the words of the service', async () => {
    const { code, out, err, sent } = await running(['orders', 'cancel', 'mine', ...desk], {
      answer: markets,
    });
    expect(sent.map(({ call }) => call)).toEqual([
      'DELETE /order-execution/execution/order/mine?exchange_account_id=desk',
    ]);
    expect(out()).toContain('status     canceled\n');
    expect([code, err()]).toEqual([0, 'Said so\n']);
  });

  test.each([[['mine', '--all']], [[]]])('of %j ends with 2', async (words) => {
    const { code, sent } = await running(['orders', 'cancel', ...words, ...desk]);
    expect([code, sent]).toEqual([2, []]);
  });

  const all = ['orders', 'cancel', '--all', ...desk];

  test('of all asks first, then cancels each in its market', async () => {
    const { code, err, sent } = await running(all, { answer: markets, typed: () => 'yes' });
    expect(err()).toContain('This cancels 2 open orders of desk (live, okx).');
    expect(sent.filter(({ call }) => call.startsWith('DELETE')).map(({ call }) => call)).toEqual([
      expect.stringContaining('/order/ex-2?exchange_account_id=desk&symbol=BTC%2FUSDT%3AUSDT'),
      expect.stringContaining('/order/ex-1?exchange_account_id=desk&symbol=BTC%2FUSDT&market_type'),
    ]);
    expect(code).toBe(0);
  });

  test('of all cancels nothing after a no', async () => {
    const { code, sent } = await running(all, { answer: markets, typed: () => 'n' });
    expect(sent.some(({ call }) => call.startsWith('DELETE'))).toBe(false);
    expect(code).toBe(1);
  });

  test('of all goes on after one that failed, and ends with 1', async () => {
    const answer = (asked: Asked) =>
      asked.method === 'DELETE' && asked.url.includes('ex-2')
        ? refusal('NETWORK_ERROR', 500)
        : markets(asked);
    const { code, out } = await running([...all, '--yes'], { answer });
    expect(out()).toMatchInlineSnapshot(`
      "ID    SYMBOL         SIDE  STATUS         WHY
      ex-2  BTC/USDT:USDT  buy   not cancelled  Said so
      ex-1  BTC/USDT       buy   canceled
      "
    `);
    expect(code).toBe(1);
  });

  test('of all draws a bar on a terminal and leaves none', async () => {
    const { err } = await running([...all, '--yes', '--json'], { answer: markets, isTty: true });
    expect(err()).toContain('50 %  1/2 orders');
    expect(err().endsWith('\r\u001b[K')).toBe(true);
  });
});

test('orders fills is a page of them, with its place', async () => {
  const fill = {
    order_id: 'ex-2',
    trade_id: 't',
    exchange_account_id: 'desk',
    market: 'BTC/USDT:USDT',
    side: 'buy',
    price: 50_000,
    amount: 0.1,
    cost: 5_000,
    fee: -0.5,
    fee_currency: 'USDT',
    timestamp: 1,
    datetime: '2026-01-01T00:00:00.000Z',
    execution_date: 'd',
  };
  const found = { total_orders: 1, total_fills: 3, page: 1, size: 1, fills: [fill] };
  const argv = ['orders', 'fills', ...desk, '--symbol', 'btc/usdt:usdt', '--page', '1'];
  const { code, out, sent } = await running(argv, { answer: () => tradingAnswer(found) });
  expect(sent[0]?.call).toContain('?exchange_account_id=desk&market=BTC%2FUSDT%3AUSDT&page=1');
  expect(out()).toMatchInlineSnapshot(`
    "TIME                      ACCOUNT  SYMBOL         SIDE  QUANTITY  PRICE   COST   FEE        ORDER
    2026-01-01T00:00:00.000Z  desk     BTC/USDT:USDT  buy   0.1       50,000  5,000  -0.5 USDT  ex-2
    2 to 2 of 3 fills; --page 2 has the next
    "
  `);
  expect(code).toBe(0);
});
