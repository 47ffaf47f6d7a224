import { ApiError, type OrderEvent } from '@windlass/client';
import type { OrderUpdateEvent } from '@windlass/contract';
import { describe, expect, test } from 'vitest';
import { type FakeOptions, type Step, tradingAnswer } from '../../test/support/fakeIo.ts';
import {
  asksAccounts,
  fillOf,
  orderOf,
  refusal,
  running,
  tradedAccounts,
  updateOf,
} from '../../test/support/fakeOrders.ts';

type Asked = { readonly url: string };

const telling = (atMs: number, event: OrderEvent, account?: string): Step => ({
  atMs,
  act: (fake) => fake.tellOrders(account, event),
});
const connected = telling(50, { type: 'state', state: 'connected' });
const subscribed = (atMs: number, isContinued = false): Step =>
  telling(atMs, { type: 'subscribed', isContinued });
const lost = (atMs: number): Step => telling(atMs, { type: 'state', state: 'disconnected' });
const back = (atMs: number): Step => telling(atMs, { type: 'state', state: 'connected' });
const fill = (atMs: number): Step => telling(atMs, { type: 'fill', fill: fillOf() }, 'desk');
const update = (atMs: number, rest: Partial<OrderUpdateEvent> = {}): Step => {
  const order = updateOf(rest);
  return telling(atMs, { type: 'update', order }, order.exchange_account_id);
};
const interrupt = (atMs: number): Step => ({ atMs, act: (fake) => fake.interrupt() });
const fail = (atMs: number, error: ApiError): Step => ({
  atMs,
  act: (fake) => fake.failStream(error),
});
const begun = [connected, subscribed(100)];

const asksOrder = ({ url }: Asked) => url.includes('/execution/order/');
const asksSpot = ({ url }: Asked) => url.includes('market_type=spot');

/** Answers that there are no open orders, and none of any name. */
function answering(asked: Asked) {
  if (asksAccounts(asked)) return tradedAccounts('paper', ['desk', 'other']);
  if (asksOrder(asked)) return refusal('ORDER_NOT_FOUND', 404);
  return tradingAnswer([]);
}

async function watching(steps: readonly Step[], rest: FakeOptions = {}, argv = [...desk]) {
  return await running(['orders', 'watch', ...argv], { answer: answering, steps, ...rest });
}

const desk = ['--account', 'desk'];
const withoutTimes = (text: string) => text.replace(/^2026\S+ {2}/gm, '');
const jsonOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('orders watch', () => {
  test('prints a line an update and a fill, and ends with 0 at Ctrl-C', async () => {
    const foreign = {
      client_order_id: null,
      reason: 'Too\u001b late.',
      status: 'canceled',
    } as const;
    const steps = [
      ...begun,
      update(500),
      fill(600),
      update(600, { filled: 0.2, average: 50_000.5 }),
      update(700, { ...foreign, exchange_account_id: 'other', type: 'stop_loss' }),
      interrupt(1_500),
    ];
    const { code, out, err, ...fake } = await watching(steps, {}, [...desk, '--account', 'other']);
    expect(withoutTimes(out())).toMatchInlineSnapshot(`
      "desk   update  mine  BTC/USDT  buy  limit  open  0 of 0.5
      desk   fill    mine  BTC/USDT  buy  0.2 at 50,000.5, fee 0.1 USDT, maker
      desk   update  mine  BTC/USDT  buy  limit  open  0.2 of 0.5 at 50,000.5
      other  update  ex-1  BTC/USDT  buy  stop_loss  canceled  0 of 0.5, Too? late
      "
    `);
    expect(out()).toMatch(/^2026-01-01T00:00:00\.250Z {2}desk {3}fill/m);
    expect(err()).toBe(
      'Following the orders of desk.\nFollowing the orders of other.\n' +
        'desk: no open orders.\nother: no open orders.\n',
    );
    expect(code).toBe(0);
    expect(fake.orderStreams).toEqual([
      { baseUrl: 'http://127.0.0.1:3000', key: 'ak_test_0123456789' },
    ]);
    expect([fake.orderAccounts, fake.streams]).toEqual([
      ['desk', 'other'],
      { opened: 1, closed: 1 },
    ]);
  });

  test('follows every account that the key reaches when none is named', async () => {
    const { code, orderAccounts } = await watching([...begun, interrupt(500)], {}, []);
    expect([code, orderAccounts]).toEqual([0, ['desk', 'other']]);
  });

  test('with a key that reaches none fails', async () => {
    const answer = () => tradedAccounts('paper', []);
    const { code, err, streams } = await watching([], { answer }, []);
    expect([code, err(), streams.opened]).toEqual([
      1,
      'windlass: The key reaches no account.\n',
      0,
    ]);
  });

  test('shows what is open at the start', async () => {
    const answer = (asked: Asked) =>
      asksSpot(asked) ? tradingAnswer([orderOf()]) : answering(asked);
    const { out, err } = await watching([...begun, interrupt(1_000)], { answer });
    expect(withoutTimes(out())).toBe('desk  order  mine  BTC/USDT  buy  limit  open  0 of 0.5\n');
    expect(err()).toBe('Following the orders of desk.\ndesk: 1 open order.\n');
  });

  test('says which orders could not be read', async () => {
    const answer = (asked: Asked) =>
      asksSpot(asked) ? refusal('EXCHANGE_ERROR', 500) : answering(asked);
    const { code, err } = await watching([...begun, interrupt(1_000)], { answer });
    expect(err()).toContain('windlass: desk: The spot orders were not read: Said so.\n');
    expect(code).toBe(0);
  });

  test('--json prints all that is heard as the wire has it, a line each', async () => {
    const steps = [...begun, update(600), fill(600), lost(700), back(800), interrupt(1_500)];
    const { code, out, err } = await watching(steps, { isTty: true }, [...desk, '--json']);
    const account = { exchange_account_id: 'desk' };
    const told = jsonOf(out());
    expect(told.map(({ received_at: _, ...rest }) => rest)).toEqual([
      { type: 'followed', ...account },
      { type: 'open_orders', ...account, orders: [] },
      { type: 'update', ...account, order: updateOf() },
      { type: 'fill', ...account, fill: fillOf() },
      { type: 'connection', state: 'disconnected' },
      { type: 'connection', state: 'connected' },
    ]);
    expect(told.every(({ received_at: at }) => /^2026-01-01T00:00:0\d\.\d{3}Z$/.test(at))).toBe(
      true,
    );
    expect([code, err()]).toEqual([0, '']);
  });

  test('colours fills and trouble on a terminal', async () => {
    const steps = [...begun, fill(500), update(600, { status: 'rejected' }), interrupt(1_000)];
    const { out } = await watching(steps, { isTty: true });
    const lines = out().replaceAll('\u001b', 'ESC').split('\n');
    expect(lines[0]).toMatch(/^ESC\[32m2026\S+ {2}desk {2}fill .*ESC\[0m$/);
    expect(lines[1]).toMatch(/^ESC\[31m2026.* {2}rejected {2}.*ESC\[0m$/);
  });

  test('prints nothing while the reader has not taken the last, and then all', async () => {
    let isBlocked = true;
    const free: Step = {
      atMs: 800,
      act() {
        isBlocked = false;
      },
    };
    const seen: string[] = [];
    const look: Step = { atMs: 700, act: (fake) => seen.push(fake.out()) };
    const steps = [...begun, update(300), fill(400), look, free, interrupt(1_500)];
    const { out } = await watching(steps, { isBlocked: () => isBlocked });
    expect(seen).toEqual(['']);
    expect(out().match(/desk {2}(update|fill)/g)).toHaveLength(2);
  });
});

describe('a lost connection', () => {
  const outage = new ApiError('NETWORK_ERROR', 'Cannot reach the stream at x: gone.');

  test('is said once and waited out, and what was missed is read', async () => {
    const answers = { isLater: false };
    const answer = (asked: Asked) =>
      answers.isLater && asksSpot(asked) ? tradingAnswer([orderOf()]) : answering(asked);
    const later: Step = {
      atMs: 700,
      act() {
        answers.isLater = true;
      },
    };
    const away = [lost(700), later, fail(800, outage), back(1_000), subscribed(1_000)];
    const steps = [...begun, ...away, update(1_600), interrupt(2_500)];
    const { code, out, err } = await watching(steps, { answer });
    expect(err()).toBe(
      'Following the orders of desk.\ndesk: no open orders.\n' +
        'Connection lost; reconnecting.\nConnected again.\n' +
        'desk: updates were missed; its open orders are read.\ndesk: 1 open order.\n',
    );
    expect(out().match(/order|update/g)).toEqual(['order', 'update']);
    expect(code).toBe(0);
  });

  test('that hid nothing reads nothing', async () => {
    const steps = [...begun, lost(700), back(900), subscribed(950, true), interrupt(1_500)];
    const { err, requests } = await watching(steps);
    expect([err().includes('missed'), requests.length]).toEqual([false, 3]);
  });

  test('before the stream was there ends the command', async () => {
    const { code, err } = await watching([fail(200, outage)]);
    expect(err()).toMatch(/^windlass: Cannot reach the stream at x: gone\. Is the service running/);
    expect(code).toBe(1);
  });

  test('whose orders cannot be read yet is asked for until they can', async () => {
    let count = 0;
    const answer = () => {
      count += 1;
      return count > 12 ? tradingAnswer([]) : refusal('STORE_UNAVAILABLE', 503);
    };
    const { code, err } = await watching([...begun, update(900), interrupt(15_000)], { answer });
    expect([code, err()]).toEqual([0, 'Following the orders of desk.\ndesk: no open orders.\n']);
  });

  test('after which the key is no longer good ends the command', async () => {
    const answer = () => refusal('UNAUTHORIZED', 401);
    const { code, err } = await watching(begun, { answer });
    expect([code, err()]).toEqual([1, expect.stringMatching(/Pass --key, set WINDLASS_KEY/)]);
  });
});

test('a subscription that ends is told of with its account and its reason, after what came before', async () => {
  const said = 'The service ended the subscription: the key was revoked.';
  const data = { exchange_account_id: 'desk' };
  const refused = new ApiError('STREAM_REFUSED', said, { data });
  const steps = [...begun, update(700), fail(700, refused)];
  const { code, out, err, streams } = await watching(steps);
  expect(out()).toContain('update');
  expect([code, streams.closed]).toEqual([1, 1]);
  expect(err().endsWith(`\nwindlass: desk: ${said}\n`)).toBe(true);
});

describe('orders watch --until', () => {
  const until = [...desk, '--until', 'mine'];
  const named = (rest: Parameters<typeof orderOf>[0]) => (asked: Asked) =>
    asksOrder(asked) ? tradingAnswer(orderOf(rest)) : answering(asked);

  test('ends with 0 when the order is closed, after the fill that closed it', async () => {
    const closed = update(900, { status: 'closed', filled: 0.5, average: 50_000.5 });
    const steps = [...begun, update(500), closed, fill(1_300)];
    const { code, out, err } = await watching(steps, {}, until);
    expect(out().match(/update|fill/g)).toEqual(['update', 'update', 'fill']);
    expect([code, err()]).toEqual([
      0,
      expect.stringContaining('desk: no order mine yet, waiting for it.\n'),
    ]);
  });

  test.each(['canceled', 'expired', 'rejected'] as const)('ends with 1 when %s', async (status) => {
    const { code, out } = await watching([...begun, update(500, { status })], {}, until);
    expect([code, out().includes(status)]).toEqual([1, true]);
  });

  test.each([
    ['closed', 0],
    ['canceled', 1],
  ] as const)('of one that is %s already ends with %d and shows it', async (status, expected) => {
    const answer = named({ status, filled: 0.5 });
    const { code, out } = await watching(begun, { answer }, until);
    expect([code, out().match(/ order /g)?.length]).toEqual([expected, 1]);
  });

  test('notices an end that the stream left out', async () => {
    const answers = { status: 'open' as 'open' | 'closed' };
    const close: Step = {
      atMs: 700,
      act() {
        answers.status = 'closed';
      },
    };
    const steps = [...begun, lost(600), close, back(900), subscribed(900)];
    const answer = (asked: Asked) => named({ status: answers.status })(asked);
    const { code, out } = await watching(steps, { answer }, until);
    expect([code, out().match(/closed/g)?.length]).toEqual([0, 1]);
  });

  test('waits on through other orders, unknown outcomes and ids that are no client ids', async () => {
    const steps = [
      ...begun,
      update(400, { client_order_id: 'another', status: 'closed' }),
      update(500, { status: 'unknown' }),
      interrupt(3_000),
    ];
    const answer = named({ client_order_id: null, order_id: 'mine', status: 'closed' });
    const { code, err } = await watching(steps, { answer }, until);
    expect([code, err().endsWith('\nStopped watching; mine has not ended.\n')]).toEqual([1, true]);
  });

  test('of several accounts is refused', async () => {
    const { code, err, streams } = await watching([], {}, ['--until', 'mine']);
    expect(err()).toBe('windlass: --until names an order of one account; pass one --account.\n');
    expect([code, streams.opened]).toEqual([2, 0]);
  });
});
