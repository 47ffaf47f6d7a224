import type {
  ExecutionResultWire,
  OrderFillEvent,
  OrderStatusWire,
  OrderUpdateEvent,
} from '@windlass/contract';
import { run } from '../../src/run.ts';
import { createFakeIo, type FakeOptions, tradingAnswer } from './fakeIo.ts';

export const result: ExecutionResultWire = {
  order_id: 'ex-1',
  client_order_id: 'mine',
  exchange: 'okx',
  market: 'BTC/USDT',
  order_type: 'limit',
  order_side: 'buy',
  order_status: 'open',
  quantity: 0.5,
  quantity_filled: 0.2,
  avg_fill_price: 50_000.5,
  order_fee: 0.1,
  fee_currency: 'USDT',
  execution_time: 0.25,
  execution_date: '2026-01-01T00:00:00.000Z',
};

/** Returns an open order, except where the test says otherwise. */
export function orderOf(rest: Partial<OrderStatusWire> = {}): OrderStatusWire {
  return {
    order_id: 'ex-1',
    client_order_id: 'mine',
    symbol: 'BTC/USDT',
    market_type: 'spot',
    status: 'open',
    type: 'limit',
    side: 'buy',
    price: 50_000,
    stop_price: null,
    amount: 0.5,
    filled: 0,
    remaining: 0.5,
    average: null,
    cost: 0,
    fee: { cost: 0, currency: null },
    reason: null,
    timestamp: 1_767_225_600_000,
    datetime: '2026-01-01T00:00:00.000Z',
    last_traded_timestamp: null,
    ...rest,
  };
}

/** Returns the answer that lists the accounts the key reaches. */
export function tradedAccounts(mode: string, ids: readonly string[] = ['desk']) {
  const rest = { mode, exchange: 'okx', portfolio_id: null, halted: false };
  return tradingAnswer({ accounts: ids.map((id) => ({ exchange_account_id: id, ...rest })) });
}

/** True for a request for that list. */
export const asksAccounts = ({ url }: { readonly url: string }) =>
  url.endsWith('/order-execution/execution/accounts');

/** Returns a refusal of the trading API. */
export function refusal(code: string, status: number, data: object = {}) {
  return tradingAnswer({ error: code, ...data }, status);
}

/** Runs a command line and records the questions that a person would be asked. */
export async function running(argv: readonly string[], options: FakeOptions = {}) {
  const asked: string[] = [];
  const { typed } = options;
  const fake = createFakeIo({
    ...options,
    ...(typed && {
      typed: (question: string) => {
        asked.push(question);
        return typed(question);
      },
    }),
  });
  const code = await run(argv, fake.io);
  const sent = fake.requests.map(({ method, url, body }) => ({
    call: `${method} ${new URL(url).pathname}${new URL(url).search}`,
    body: body === undefined ? undefined : JSON.parse(body),
  }));
  return { ...fake, code, asked, sent };
}

/** Returns a fill of that order, except where the test says otherwise. */
export function fillOf(rest: Partial<OrderFillEvent> = {}): OrderFillEvent {
  return {
    exchange_account_id: 'desk',
    sequence: 1,
    order_id: 'ex-1',
    client_order_id: 'mine',
    trade_id: 't-1',
    symbol: 'BTC/USDT',
    market_type: 'spot',
    side: 'buy',
    price: 50_000.5,
    amount: 0.2,
    cost: 10_000.1,
    fee: 0.1,
    fee_currency: 'USDT',
    liquidity: 'maker',
    timestamp: 1_767_225_600_250,
    datetime: '2026-01-01T00:00:00.250Z',
    ...rest,
  };
}

/** Returns an order of an account as the stream sends it. */
export function updateOf(rest: Partial<OrderUpdateEvent> = {}): OrderUpdateEvent {
  return { ...orderOf(), exchange_account_id: 'desk', sequence: 1, ...rest };
}
