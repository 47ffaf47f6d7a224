import { describe, expect, test } from 'vitest';
import { tradingAnswer } from '../../test/support/fakeIo.ts';
import {
  asksAccounts,
  refusal,
  result,
  running,
  tradedAccounts,
} from '../../test/support/fakeOrders.ts';

const place = ['orders', 'place', 'btc-usdt', 'buy', '0.5', '--account', 'desk'];
const limit = [...place, '--type', 'limit', '--price', '50000', '--client-id', 'mine'];
const answers =
  (mode: 'paper' | 'live' | 'none', answer = () => tradingAnswer(result)) =>
  (asked: { readonly url: string }) => {
    if (!asksAccounts(asked)) return answer();
    return mode === 'none' ? tradedAccounts('live', ['other']) : tradedAccounts(mode);
  };

describe('orders place', () => {
  test('sends the order and shows what became of it', async () => {
    const { code, out, err, sent } = await running(limit, { answer: answers('paper') });
    expect(sent.at(-1)).toEqual({
      call: 'POST /order-execution/execution/order',
      body: {
        exchange_account_id: 'desk',
        symbol: 'BTC/USDT',
        side: 'buy',
        order_type: 'limit',
        quantity: 0.5,
        price: 50_000,
        client_order_id: 'mine',
      },
    });
    expect(out()).toMatchInlineSnapshot(`
      "id         ex-1
      client id  mine
      exchange   okx
      symbol     BTC/USDT
      type       limit
      side       buy
      status     open
      quantity   0.5
      filled     0.2 at 50,000.5
      fee        0.1 USDT
      took       0.250 s
      time       2026-01-01T00:00:00.000Z
      "
    `);
    expect([code, err()]).toEqual([0, 'client_order_id mine\n']);
  });

  test('passes every other option on', async () => {
    const argv = [
      'orders',
      'place',
      'BTC/USDT:USDT',
      'sell',
      '1',
      '--account',
      'desk',
      '--yes',
      '--type',
      'stop_loss_limit',
      '--price',
      '1',
      '--stop-price',
      '2',
      '--reduce-only',
      '--time-in-force',
      'IOC',
      '--market-type',
      'future',
      '--post-only',
      '--json',
    ];
    const { out, sent } = await running(argv, { answer: answers('live') });
    expect(sent).toHaveLength(1);
    expect(sent[0]?.body).toMatchObject({
      order_type: 'stop_loss_limit',
      price: 1,
      stop_price: 2,
      reduce_only: true,
      time_in_force: 'IOC',
      market_type: 'future',
      post_only: true,
    });
    expect(JSON.parse(out())).toEqual(result);
  });

  test('makes up a client_order_id and tells it before the order leaves', async () => {
    const { err, sent } = await running([...place, '--type', 'market', '--yes'], {
      answer: answers('paper'),
    });
    const { client_order_id: id } = sent[0]?.body ?? {};
    expect(id).toMatch(/^cli-[a-z\d]+-[a-z\d]{8}$/);
    expect(err()).toBe(`client_order_id ${id}\n`);
  });

  test.each([
    [['--type', 'limit'], 'price is required for limit orders'],
    [['--type', 'market', '--price', '1'], 'price has no place in market orders'],
    [['--type', 'oco', '--price', '1'], 'stop_price is required for oco orders'],
    [['--type', 'market', '--client-id', 'a/b'], 'client_order_id must not contain /'],
    [['--type', 'iceberg'], "option '--type <type>' argument 'iceberg' is invalid"],
    [[], "required option '--type <type>' not specified"],
  ])('refuses %j with 2 before anything is sent', async (options, line) => {
    const { code, err, sent } = await running([...place, ...options], { answer: answers('paper') });
    expect([code, sent]).toEqual([2, []]);
    expect(err()).toContain(line);
    expect(err().trimEnd().split('\n')).toHaveLength(1);
  });
});

describe('an order of a live account', () => {
  test('is sent after a yes, to a sentence that says all of it', async () => {
    const { code, err, sent } = await running(limit, {
      answer: answers('live'),
      typed: () => ' Yes ',
    });
    expect(err()).toContain(
      'This sends to desk (live, okx): buy 0.5 BTC/USDT, limit, price 50,000, GTC.\n',
    );
    expect([code, sent.length]).toEqual([0, 2]);
  });

  test.each(['no', '', undefined])('is not sent after %s', async (typed) => {
    const { code, sent } = await running(limit, { answer: answers('live'), typed: () => typed });
    expect([code, sent.map(({ call }) => call)]).toEqual([
      1,
      ['GET /order-execution/execution/accounts'],
    ]);
  });

  test('is not sent where nobody can be asked', async () => {
    const { code, err, sent } = await running(limit, { answer: answers('live') });
    expect([code, sent.length]).toEqual([2, 1]);
    expect(err()).toContain('pass --yes');
  });

  test('is refused here when the key does not reach the account', async () => {
    const { code, err, sent } = await running(limit, { answer: answers('none') });
    expect([code, sent.length]).toEqual([1, 1]);
    expect(err()).toBe('windlass: There is no exchange account desk that this key reaches.\n');
  });

  test('is not asked about with --yes', async () => {
    const { code, asked, sent } = await running([...limit, '--yes'], {
      answer: answers('live'),
      typed: () => 'no',
    });
    expect([code, asked, sent.length]).toEqual([0, [], 1]);
  });
});

describe('the outcome', () => {
  const look = 'look first: npx windlass orders show mine --account desk';

  test.each([
    ['no answer', undefined],
    ['an answer of something else', () => ({ status: 502, headers: {}, text: '<html>' })],
    ['a fault of the service', () => refusal('INTERNAL_ERROR', 500)],
    ['unknown', () => refusal('NETWORK_ERROR', 500, { order_status: 'unknown' })],
    ['not told', () => refusal('NETWORK_ERROR', 500)],
  ])('that is not known (%s) is to be looked up, not sent again', async (_, answer) => {
    const { code, err } = await running([...limit, '--yes'], answer ? { answer } : {});
    expect(code).toBe(1);
    expect(err()).toContain(look);
    expect(err()).toContain('Do not send another');
  });

  test.each([
    ['INSUFFICIENT_BALANCE', 400, { order_status: 'rejected' }],
    ['NETWORK_ERROR', 500, { order_status: 'rejected' }],
    ['STORE_UNAVAILABLE', 503, {}],
    ['EXCHANGE_ERROR', 500, {}],
    ['ACCOUNT_HALTED', 409, {}],
  ])('%s is a refusal', async (code, status, data) => {
    const answer = () => refusal(code, status, data);
    const { code: exit, err } = await running([...limit, '--yes'], { answer });
    expect([exit, err()]).toEqual([1, 'client_order_id mine\nwindlass: Said so\n']);
  });

  test('of an order with an odd name is looked up by a name the shell leaves alone', async () => {
    const argv = [...place, '--type', 'market', '--client-id', "it's $1", '--yes'];
    const { err } = await running(argv);
    expect(err()).toContain("orders show 'it'\\''s $1' --account desk");
  });
});

describe('orders preview', () => {
  const preview = {
    exchange: 'okx',
    exchange_account_id: 'desk',
    symbol: 'BTC/USDT',
    market_type: 'spot',
    side: 'buy',
    order_type: 'limit',
    quantity: '0.5',
    price: '50000',
    stop_price: null,
    trailing_delta: null,
    time_in_force: 'GTC',
    reduce_only: false,
    order_value_usd: 25_000,
    remaining_usd: 100_000,
    changes: [{ field: 'price', from: 50_000.01, to: 50_000, reason: 'on the price step' }],
  };
  const argv = limit.map((word) => (word === 'place' ? 'preview' : word)).slice(0, -2);

  test('shows the order, what was changed and what is worth knowing', async () => {
    const answer = () =>
      tradingAnswer({ valid: true, error: null, warnings: ['May\u001b rest.'], preview });
    const { code, out, sent } = await running(argv, { answer });
    expect(sent[0]?.call).toBe('POST /order-execution/execution/validate?preview=true');
    expect(out()).toMatchInlineSnapshot(`
      "account      desk (okx)
      symbol       BTC/USDT
      market       spot
      side         buy
      type         limit
      quantity     0.5
      price        50000
      in force     GTC
      reduce only  no
      worth        USD 25,000.00
      daily limit  USD 100,000.00 left before it

      CHANGED  FROM       TO      WHY
      price    50,000.01  50,000  on the price step
      note  May? rest.
      "
    `);
    expect(code).toBe(0);
  });

  test('of what would be refused ends with 1 and the reason', async () => {
    const answer = () => tradingAnswer({ valid: false, error: 'Too small.', warnings: [] }, 400);
    const { code, out } = await running(argv, { answer });
    expect([code, out()]).toEqual([1, '']);
  });
});
