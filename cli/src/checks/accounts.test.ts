import { expect, test } from 'vitest';
import { createFakeIo, tradingAnswer } from '../../test/support/fakeIo.ts';
import { checkAccounts } from './accounts.ts';

const account = (id: string, rest: object = {}) => ({
  exchange_account_id: id,
  exchange: 'okx',
  mode: 'live',
  halted: false,
  has_credentials: true,
  ...rest,
});
const found = (check: string, status: string, message = 'Said so.') => ({
  check,
  status,
  message,
  market_types: [],
});

/** Checks these accounts; `findings` are the results for the live ones. */
async function check(accounts: object[], findings: object[] = [], verifyStatus = 200) {
  const fake = createFakeIo({
    answer: ({ url }) =>
      url.endsWith('/verify')
        ? tradingAnswer({ checks: findings }, verifyStatus)
        : tradingAnswer({ accounts }),
  });
  const verified = () => fake.requests.filter(({ url }) => url.endsWith('/verify')).length;
  return { ...(await checkAccounts({}, fake.io)), verified: verified() };
}

test('paper accounts need nothing', async () => {
  const { status, detail, verified } = await check([account('a', { mode: 'paper' })]);
  expect([status, verified]).toEqual(['ok', 0]);
  expect(detail).toBe('0 live and 1 paper accounts, no credentials needed');
});

test('live accounts are verified, each of them', async () => {
  const { status, verified } = await check(
    [account('a'), account('b')],
    [found('credentials', 'ok'), found('addresses', 'unknown')],
  );
  expect([status, verified]).toEqual(['ok', 2]);
});

test('what the exchange warns of is a warning, and what failed a failure', async () => {
  const warned = found('withdrawals', 'warning', 'The key may withdraw.');
  const one = await check([account('a')], [warned]);
  expect([one.status, one.detail]).toEqual([
    'warn',
    '1 live and 0 paper accounts; a (okx) withdrawals: The key may withdraw',
  ]);
  const other = await check([account('a')], [warned, found('position_mode', 'failed')]);
  expect(other.status).toBe('fail');
  expect(other.detail).toContain('a (okx) position mode: Said so');
});

test('a live account without credentials fails and is not asked about', async () => {
  const { status, detail, verified } = await check([account('a', { has_credentials: false })]);
  expect([status, verified]).toEqual(['fail', 0]);
  expect(detail).toContain('a (okx) has no credentials');
});

test('a halted account is a warning', async () => {
  expect(await check([account('a', { halted: true })])).toMatchObject({ status: 'warn' });
});

test('an account that cannot be verified is a failure', async () => {
  const { status, detail } = await check([account('a')], [], 500);
  expect(status).toBe('fail');
  expect(detail).toContain('was not verified');
});

test.each([
  [403, 'warn'],
  [500, 'fail'],
])('a list refused with %i is %s', async (answered, status) => {
  const { io } = createFakeIo({ answer: () => tradingAnswer({}, answered) });
  expect((await checkAccounts({}, io)).status).toBe(status);
});
