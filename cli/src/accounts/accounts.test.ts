import type { AccountRecord } from '@windlass/contract';
import { describe, expect, test } from 'vitest';
import { createFakeIo, type FakeOptions, tradingAnswer } from '../../test/support/fakeIo.ts';
import { run } from '../run.ts';

const record: AccountRecord = {
  exchange_account_id: 'desk',
  exchange: 'kraken',
  mode: 'live',
  environment: 'production',
  region: 'global',
  portfolio_id: 'book',
  portfolio_margin: false,
  hedge_mode: false,
  unified_mode: null,
  daily_limit_usd: 12_345.5,
  limits: { max_order_usd: 500, price_collar_pct: 5, max_open_orders: null, cancel_after_s: null },
  fee_overrides: {
    maker_bps: 1,
    taker_bps: 2.5,
    tier: 'VIP 1',
    pairs: { 'BTC/USD': { maker_bps: 0, taker_bps: 1 } },
  },
  paper_balances: null,
  has_credentials: true,
  has_futures_credentials: false,
  credentials_updated_at: '2026-01-01T00:00:00.000Z',
  halted: false,
  created_at: '2025-12-30T10:00:00.000Z',
  updated_at: '2025-12-31T10:00:00.000Z',
};
const paper: AccountRecord = {
  ...record,
  exchange_account_id: 'paper-okx',
  exchange: 'okx',
  mode: 'paper',
  portfolio_id: null,
  fee_overrides: null,
  paper_balances: { spot: { USDT: '1000000', BTC: '10' } },
  has_credentials: false,
  credentials_updated_at: null,
  halted: true,
};

async function running(argv: string[], options?: FakeOptions) {
  const fake = createFakeIo(options);
  const code = await run(argv, fake.io);
  const bodies = fake.requests.map(({ body }) =>
    body === undefined ? undefined : JSON.parse(body),
  );
  return { ...fake, code, bodies, last: bodies.at(-1) };
}

const answer = () => tradingAnswer(record);
const secrets = { api_key: 'Unseen-key', api_secret: 'Unseen-text' };
const files: Record<string, string> = {
  'keys.json': JSON.stringify(secrets),
  'futures.json': JSON.stringify({ api_key: 'Unseen-futures', api_secret: 'Unseen-futures' }),
  'fees.json': JSON.stringify({ maker_bps: 1, taker_bps: 2 }),
  'balances.json': JSON.stringify({ spot: { USDT: 5 } }),
  'torn.json': '{"api_secret": "Unseen-torn',
  'typo.json': JSON.stringify({ ...secrets, api_secrt: 'Unseen-typo' }),
};
const machine = { readText: (path: string) => files[path] };
const key = { WINDLASS_KEY: 'ak_test_0123456789' };

describe('accounts list and show', () => {
  test('list is an aligned table', async () => {
    const accounts = [record, { ...paper, exchange_account_id: 'a\u001b[2J' }];
    const { code, out } = await running(['accounts'], {
      answer: () => tradingAnswer({ accounts }),
    });
    expect(out()).toMatchInlineSnapshot(`
      "ID     EXCHANGE  MODE   PLACE       PORTFOLIO  DAILY LIMIT   CREDENTIALS  STATE
      desk   kraken    live   production  book       USD 12,345.5  set          active
      a?[2J  okx       paper  production             USD 12,345.5  none needed  halted
      "
    `);
    expect(code).toBe(0);
  });

  test('show has every field', async () => {
    const live = await running(['accounts', 'show', 'desk'], { answer });
    expect(live.out()).toMatchInlineSnapshot(`
      "id                 desk
      exchange           kraken
      mode               live
      environment        production
      region             global
      state              active
      portfolio          book
      portfolio margin   no
      hedge mode         no
      daily limit        USD 12,345.5
      max order          USD 500
      price collar       5 %
      max open orders    off
      dead man's switch  off
      fees               1 bps maker, 2.5 bps taker, VIP 1
      fees of BTC/USD    0 bps maker, 1 bps taker
      credentials        set
      credentials set    2026-01-01T00:00:00.000Z
      created            2025-12-30T10:00:00.000Z
      updated            2025-12-31T10:00:00.000Z
      "
    `);
    const other = await running(['accounts', 'show', 'x'], { answer: () => tradingAnswer(paper) });
    expect(other.out()).toMatch(/started with in spot +1000000 USDT, 10 BTC\n/);
    const json = await running(['accounts', 'show', 'x', '--json'], { answer });
    expect(JSON.parse(json.out())).toEqual(record);
  });
});

describe('accounts create', () => {
  const create = ['accounts', 'create', 'desk', '--exchange'];
  const answer = () => tradingAnswer({ ...record, warnings: [] });

  test('shows what the limits of the exchange make impossible beside the account', async () => {
    const { code, out, err } = await running([...create, 'okx', '--mode', 'paper'], {
      answer: () => tradingAnswer({ ...record, warnings: ['Too many.', 'Far too many.'] }),
    });
    expect([code, err()]).toEqual([0, 'Warning: Too many.\nWarning: Far too many.\n']);
    expect(out()).not.toContain('many');
  });

  test('sends a paper account with what was named', async () => {
    const options = ['--daily-limit', '250.5', '--portfolio', 'book', '--max-order', '50'];
    const more = ['--price-collar', '2.5', '--fees', 'fees.json', '--balances', 'balances.json'];
    const argv = [...create, 'okx', '--mode', 'paper', ...options, ...more];
    const { code, last } = await running(argv, { answer, machine });
    expect([code, last]).toEqual([
      0,
      {
        exchange_account_id: 'desk',
        exchange: 'okx',
        mode: 'paper',
        daily_limit_usd: 250.5,
        portfolio_id: 'book',
        limits: { max_order_usd: 50, price_collar_pct: 2.5 },
        fee_overrides: { maker_bps: 1, taker_bps: 2 },
        paper_balances: { spot: { USDT: 5 } },
      },
    ]);
  });

  test('asks for what the exchange needs, unseen', async () => {
    const asked: string[] = [];
    const typedUnseen = (question: string) => {
      asked.push(question);
      return ` Unseen-${asked.length} `;
    };
    const { last, out, err } = await running([...create, 'okx', '--mode', 'live'], {
      answer,
      typedUnseen,
    });
    expect(asked).toEqual([
      'okx api key (not shown): ',
      'okx api secret (not shown): ',
      'okx passphrase (not shown): ',
    ]);
    expect(last.credentials).toEqual({
      api_key: 'Unseen-1',
      api_secret: 'Unseen-2',
      passphrase: 'Unseen-3',
    });
    expect(out() + err()).not.toContain('Unseen');
  });

  test('reads sets from files, and both of them on kraken', async () => {
    const sources = ['--credentials-file', 'keys.json', '--futures-credentials-file'];
    const argv = [...create, 'kraken', '--mode', 'live', ...sources, 'futures.json'];
    const { last, out, err } = await running(argv, { answer, machine });
    expect(last).toMatchObject({
      credentials: secrets,
      futures_credentials: { api_key: 'Unseen-futures' },
    });
    expect(out() + err()).not.toContain('Unseen');
  });

  test('reads sets from the environment', async () => {
    const env = {
      ...key,
      WINDLASS_ACCOUNT_API_KEY: 'a',
      WINDLASS_ACCOUNT_API_SECRET: 'b',
      WINDLASS_ACCOUNT_FUTURES_API_KEY: 'c',
      WINDLASS_ACCOUNT_FUTURES_API_SECRET: 'd',
    };
    const argv = [...create, 'kraken', '--mode', 'live', '--credentials-env'];
    expect((await running(argv, { answer, env })).last.futures_credentials).toBeUndefined();
    const { last } = await running([...argv, '--futures'], { answer, env });
    expect([last.credentials, last.futures_credentials]).toEqual([
      { api_key: 'a', api_secret: 'b' },
      { api_key: 'c', api_secret: 'd' },
    ]);
  });

  test('takes the vault of a hyperliquid account from the environment', async () => {
    const [address, vault] = ['1', '2'].map((digit) => `0x${digit.repeat(40)}`);
    const WINDLASS_ACCOUNT_PRIVATE_KEY = '3'.repeat(64);
    const own = { WINDLASS_ACCOUNT_WALLET_ADDRESS: address, WINDLASS_ACCOUNT_PRIVATE_KEY };
    const argv = [...create, 'hyperliquid', '--mode', 'live', '--credentials-env'];
    const env = { ...own, WINDLASS_ACCOUNT_VAULT_ADDRESS: vault };
    const { last } = await running(argv, { answer, env });
    expect(last.credentials).toMatchObject({ wallet_address: address, vault_address: vault });
    const without = await running(argv, { answer, env: own });
    expect(without.last.credentials).not.toHaveProperty('vault_address');
  });

  test.each([
    [['okx', '--mode', 'live'], /^windlass: Credentials come from --credentials-file, or from/],
    [['okx', '--mode', 'live', '--credentials-env'], /lacks WINDLASS_ACCOUNT_API_KEY and WINDL/],
    [['okx', '--mode', 'live', '--credentials-file', 'no.json'], /The file no.json cannot be read/],
    [
      ['okx', '--mode', 'live', '--credentials-file', 'torn.json'],
      /The file torn.json is not JSON/,
    ],
    [['okx', '--mode', 'live', '--credentials-file', 'typo.json'], /cannot be used: .*api_secrt/],
    [['okx', '--mode', 'live', '--futures'], /okx has no separate futures credentials/],
    [['mtgox', '--mode', 'live'], /Allowed choices are binance, bybit, gateio, kraken, okx/],
    [['okx', '--mode', 'paper', '--daily-limit', '-5'], /Expected dollars from 0 to 1000000000/],
    [['okx', '--mode', 'paper', '--price-collar', '0'], /Expected a percentage above 0/],
    [['okx', '--mode', 'live', '--api-secret', 'Unseen'], /unknown option '--api-secret'/],
  ])('refuses %j without sending or repeating a secret', async (argv, line) => {
    const { code, err, out, requests } = await running([...create, ...argv], { answer, machine });
    expect(err()).toMatch(line);
    expect([code, out(), requests]).toEqual([2, '', []]);
    expect(err()).not.toContain('Unseen');
  });

  test('sends nothing when the person ends the input', async () => {
    const { code, err, requests } = await running([...create, 'bybit', '--mode', 'live'], {
      answer,
      typedUnseen: (question) => (question.includes('secret') ? undefined : 'Unseen'),
    });
    expect([code, requests]).toEqual([1, []]);
    expect(err()).toBe('windlass: No bybit api secret was given. Nothing was sent.\n');
  });
});

describe('accounts change and remove', () => {
  test('change sends what is named, and null for what is taken away', async () => {
    const away = ['--no-portfolio', '--no-max-order', '--no-fees', '--drop-futures-credentials'];
    const argv = ['accounts', 'change', 'desk', '--daily-limit', '7', ...away];
    const { last, requests } = await running(argv, { answer });
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'PATCH']);
    expect(last).toEqual({
      daily_limit_usd: 7,
      portfolio_id: null,
      limits: { max_order_usd: null },
      fee_overrides: null,
      futures_credentials: null,
    });
  });

  test('change asks for credentials only when told to', async () => {
    const typedUnseen = () => 'Unseen';
    const asked = await running(['accounts', 'change', 'desk', '--ask-credentials'], {
      answer,
      typedUnseen,
    });
    expect(asked.last).toEqual({ credentials: { api_key: 'Unseen', api_secret: 'Unseen' } });
    const { code, err, bodies } = await running(['accounts', 'change', 'desk'], {
      answer,
      typedUnseen,
    });
    expect([code, bodies]).toEqual([2, [undefined]]);
    expect(err()).toMatch(/^windlass: Nothing to change was named\./);
  });

  test('remove wants the id typed, or --yes', async () => {
    const argv = ['accounts', 'remove', 'desk'];
    const typed = await running(argv, { answer, typed: () => 'desk' });
    expect([typed.code, typed.out()]).toEqual([0, 'Removed desk.\n']);
    const wrong = await running(argv, { answer, typed: () => 'dek' });
    expect([wrong.code, wrong.requests]).toEqual([1, []]);
    const nobody = await running(argv, { answer });
    expect([nobody.code, nobody.requests]).toEqual([2, []]);
    expect((await running([...argv, '--yes'], { answer })).requests).toHaveLength(1);
  });
});

describe('accounts halt and resume', () => {
  const outcome = { exchange_account_ids: ['a1', 'b2'], changed: ['a1'] };
  const told = () => tradingAnswer(outcome);

  test('take one account or --all', async () => {
    const one = await running(['accounts', 'halt', 'a1'], { answer: told });
    expect([one.last, one.out()]).toEqual([
      { exchange_account_id: 'a1' },
      'Halted a1. 1 already halted.\n',
    ]);
    const all = await running(['accounts', 'resume', '--all', '--json'], { answer: told });
    expect(all.requests[0]?.url).toMatch(/\/admin\/resume$/);
    expect([all.last, JSON.parse(all.out())]).toEqual([{}, outcome]);
  });

  test.each([[['halt']], [['resume', 'a1', '--all']]])('refuse %j', async (argv) => {
    const { code, err, requests } = await running(['accounts', ...argv], { answer: told });
    expect([code, requests]).toEqual([2, []]);
    expect(err()).toBe('windlass: Name one account, or pass --all.\n');
  });
});

describe('portfolios', () => {
  const portfolio = {
    portfolio_id: 'book',
    name: 'Book',
    exchange_account_ids: ['a1', 'b2'],
    created_at: '2025-12-30T10:00:00.000Z',
    updated_at: '2025-12-30T10:00:00.000Z',
  };

  test('are listed with their accounts, and created', async () => {
    const { out } = await running(['portfolios'], {
      answer: () => tradingAnswer({ portfolios: [portfolio] }),
    });
    expect(out()).toBe('ID    NAME  ACCOUNTS\nbook  Book  a1,b2\n');
    const created = await running(['portfolios', 'create', 'book', '--name', 'Book'], {
      answer: () => tradingAnswer(portfolio),
    });
    expect([created.last, created.out()]).toEqual([
      { portfolio_id: 'book', name: 'Book' },
      'Created book.\n',
    ]);
  });
});

describe("the dead man's switch of an account", () => {
  test('is set and taken off', async () => {
    const change = ['accounts', 'change', 'desk'];
    const set = await running([...change, '--cancel-after', '30'], { answer });
    expect(set.last).toEqual({ limits: { cancel_after_s: 30 } });
    const off = await running([...change, '--no-cancel-after'], { answer });
    expect(off.last).toEqual({ limits: { cancel_after_s: null } });
    expect((await running([...change, '--cancel-after', '5'], { answer })).code).toBe(2);
  });
});

describe('accounts verify', () => {
  const about = { exchange_account_id: 'desk', exchange: 'kraken', mode: 'live' } as const;
  const finding = {
    check: 'withdrawals',
    market_types: ['spot', 'swap'],
    status: 'warning',
    message: 'The key may withdraw.',
  };

  test('is a table of what was found', async () => {
    const { code, out, requests } = await running(['accounts', 'verify', 'desk'], {
      answer: () => tradingAnswer({ ...about, ok: true, checks: [finding] }),
    });
    expect(out()).toMatchInlineSnapshot(`
      "STATUS   CHECK        MARKETS    FINDING
      warning  withdrawals  spot,swap  The key may withdraw.
      "
    `);
    expect([code, requests[0]?.method]).toEqual([0, 'POST']);
  });

  test('ends with 1 when a check failed', async () => {
    const checks = [{ ...finding, check: 'credentials', status: 'failed' }];
    const answered = { answer: () => tradingAnswer({ ...about, ok: false, checks }) };
    expect((await running(['accounts', 'verify', 'desk'], answered)).code).toBe(1);
    const json = await running(['accounts', 'verify', 'desk', '--json'], answered);
    expect([json.code, JSON.parse(json.out())]).toEqual([1, { ...about, ok: false, checks }]);
  });

  test('has nothing to say of a paper account', async () => {
    const { out, code } = await running(['accounts', 'verify', 'desk'], {
      answer: () => tradingAnswer({ ...about, mode: 'paper', ok: true, checks: [] }),
    });
    expect([code, out()]).toEqual([0, 'desk is a paper account: nothing to verify.\n']);
  });
});
