import { expect, test } from 'vitest';
import { tradingAnswer } from '../../test/support/fakeIo.ts';
import { running } from '../../test/support/fakeOrders.ts';

const facts = { exchange: 'okx', exchange_account_id: 'desk' };

test('balance is a table without what is gone', async () => {
  const balance = {
    ...facts,
    free: { USDT: 900.5, BTC: 0 },
    used: { USDT: 99.5 },
    total: { USDT: 1_000, BTC: 0, ETH: 2 },
  };
  const argv = ['accounts', 'balance', 'desk', '--market-type', 'swap'];
  const { code, out, sent } = await running(argv, { answer: () => tradingAnswer(balance) });
  expect(sent[0]?.call).toContain('/balance?exchange_account_id=desk&market_type=swap');
  expect(out()).toMatchInlineSnapshot(`
    "ASSET  FREE   USED  TOTAL
    USDT   900.5  99.5  1,000
    ETH                 2
    "
  `);
  expect(code).toBe(0);
  const none = { ...facts, free: {}, used: {}, total: {} };
  const empty = await running(argv, { answer: () => tradingAnswer(none) });
  expect(empty.out()).toBe('no balances\n');
});

test('positions is a table; what is not told is left empty', async () => {
  const position = {
    ...facts,
    symbol: 'BTC/USDT:USDT',
    side: 'short',
    contracts: 5,
    contract_size: 0.01,
    entry_price: 50_000,
    mark_price: 51_000,
    notional: 2_550,
    leverage: 3,
    unrealized_pnl: -50,
    percentage: null,
    margin_mode: null,
    liquidation_price: null,
    collateral: null,
    timestamp: null,
    datetime: null,
    info: {},
  };
  const answer = () => tradingAnswer({ positions: [position], count: 1 });
  const argv = ['accounts', 'positions', 'desk', '--symbol', 'btc/usdt:usdt'];
  const { out, sent } = await running(argv, { answer });
  expect(sent[0]?.call).toContain('?exchange_account_id=desk&symbol=BTC%2FUSDT%3AUSDT');
  expect(out()).toMatchInlineSnapshot(`
    "SYMBOL         SIDE   SIZE  ENTRY   MARK    NOTIONAL  PNL  LEVERAGE  MARGIN  LIQUIDATION
    BTC/USDT:USDT  short  0.05  50,000  51,000  2,550     -50  3x
    "
  `);
  const json = await running([...argv, '--json'], { answer });
  expect(JSON.parse(json.out())).toEqual([position]);
});

test('leverage is set where one is given, and shown as the exchange has it', async () => {
  const found = {
    ...facts,
    symbol: 'BTC/USDT:USDT',
    leverage: 3,
    margin_mode: 'cross',
    position_side: 'long',
    position_size: 0.5,
    notional: 100,
    unrealized_pnl: 1,
  };
  const argv = ['accounts', 'leverage', 'desk', 'btc/usdt:usdt'];
  const answer = () => tradingAnswer(found);
  const shown = await running(argv, { answer });
  expect(shown.sent.map(({ call }) => call.split(' ')[0])).toEqual(['GET']);
  expect(shown.out()).toMatchInlineSnapshot(`
    "account         desk (okx)
    symbol          BTC/USDT:USDT
    leverage        3x
    margin mode     cross
    position        long 0.5
    notional        100
    unrealized pnl  1
    "
  `);
  const set = await running([...argv, '3'], { answer });
  expect(set.sent[0]).toEqual({
    call: 'POST /order-execution/execution/leverage',
    body: { exchange_account_id: 'desk', symbol: 'BTC/USDT:USDT', leverage: 3 },
  });
  expect(set.out()).toBe(shown.out());
});

test('limit says what of the day is left', async () => {
  const limit = {
    date: '2026-01-01',
    exchange_account_id: 'desk',
    limit_usd: 100,
    used_usd: 25,
    remaining_usd: 75,
    pct_used: 25,
    order_count: 2,
  };
  const { out } = await running(['accounts', 'limit', 'desk'], {
    answer: () => tradingAnswer(limit),
  });
  expect(out()).toMatchInlineSnapshot(`
    "account    desk
    day        2026-01-01 (UTC)
    limit      USD 100.00
    used       USD 25.00 (25 %)
    remaining  USD 75.00
    orders     2
    "
  `);
});
