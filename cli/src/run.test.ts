import { venueIds } from '@windlass/contract';
import { describe, expect, test } from 'vitest';
import { createFakeIo, type FakeOptions, tradingAnswer } from '../test/support/fakeIo.ts';
import { run } from './run.ts';

const record = {
  id: '0193',
  name: 'desk bot',
  roles: ['trader', 'viewer'],
  paths: ['/order-execution/**'],
  exchange_account_ids: null,
  owner: 'main',
  created_at: '2025-12-30T10:00:00.000Z',
  expires_at: null,
  revoked_at: null,
};

async function running(argv: string[], options?: FakeOptions) {
  const fake = createFakeIo(options);
  const code = await run(argv, fake.io);
  return { ...fake, code };
}

describe('usage', () => {
  test.each([
    [['bok'], /^windlass: unknown command 'bok' \(Did you mean book\?\)\n$/],
    [['book'], /^windlass: missing required argument 'symbol'\n$/],
    [['book', 'BTC/USDT', '--depth', '21'], /Expected an integer from 1 to 20\.\n$/],
    [['book', 'BTC/USDT', '--deph', '2'], /unknown option '--deph' \(Did you mean --depth\?\)\n$/],
    [
      ['book', 'BTC'],
      /^windlass: "BTC" is not a symbol\. Expected BASE\/QUOTE, e\.g\. BTC\/USDT\.\n$/,
    ],
    [['serve', '--port', '99999'], /Expected an integer from 0 to 65535\.\n$/],
    [['keys', 'create', 'bot'], /required option '--roles <roles>' not specified\n$/],
    [['keys', 'create', 'bot', '--roles', 'owner'], /^windlass: "owner" is not a role\. Roles are/],
    [['keys', 'list', '--url', 'localhost'], /^windlass: --url must be an http or https address/],
    [['doctor', '--url', 'ftp://x'], /^windlass: --url must be an http or https address/],
  ])('%j ends with 2 and one line', async (argv, line) => {
    const { code, err, out, requests } = await running(argv);
    expect(err()).toMatch(line);
    expect(err().trimEnd().split('\n')).toHaveLength(1);
    expect([code, out(), requests]).toEqual([2, '', []]);
  });

  test('without a command shows the help and ends with 2', async () => {
    const { code, err } = await running([]);
    expect(err()).toContain('Usage: windlass');
    expect(code).toBe(2);
  });

  test.each([['--help'], ['--version']])(
    '%s is answered on stdout and ends with 0',
    async (flag) => {
      const { code, out, err } = await running([flag]);
      expect(out()).not.toBe('');
      expect([code, err()]).toEqual([0, '']);
    },
  );
});

describe('keys', () => {
  test('list is an aligned table, in plain text when piped', async () => {
    const keys = [
      record,
      {
        ...record,
        id: '0192',
        name: 'a\u001b[2J',
        roles: ['admin'],
        expires_at: '2025-12-31T00:00:00Z',
      },
      {
        ...record,
        id: '0191',
        name: 'old',
        revoked_at: '2025-12-31T00:00:00Z',
        exchange_account_ids: ['x', 'y'],
        owner: '0190',
      },
    ];
    const { code, out } = await running(['keys'], { answer: () => tradingAnswer({ keys }) });
    expect(out()).toMatchInlineSnapshot(`
      "ID    NAME      ROLES          PATHS                ACCOUNTS  OWNER  STATE    CREATED
      0193  desk bot  trader,viewer  /order-execution/**  all       main   active   2025-12-30T10:00:00.000Z
      0192  a?[2J     admin          /order-execution/**  all       main   expired  2025-12-30T10:00:00.000Z
      0191  old       trader,viewer  /order-execution/**  x,y       0190   revoked  2025-12-30T10:00:00.000Z
      "
    `);
    expect(code).toBe(0);
  });

  test('list has colours on a terminal, unless NO_COLOR says otherwise', async () => {
    const answer = () => tradingAnswer({ keys: [record] });
    const tty = await running(['keys', 'list'], { answer, isTty: true });
    expect(tty.out()).toContain('\u001b[1mID');
    const env = { NO_COLOR: '1', WINDLASS_KEY: 'ak_test_0123456789' };
    const plain = await running(['keys', 'list'], { answer, isTty: true, env });
    expect(plain.out()).not.toContain('\u001b');
  });

  test('list --json is the keys as they came', async () => {
    const { out } = await running(['keys', 'list', '--json'], {
      answer: () => tradingAnswer({ keys: [record] }),
    });
    expect(JSON.parse(out())).toEqual([record]);
  });

  test('create sends what was asked and shows the key once, with a warning', async () => {
    const argv = ['keys', 'create', 'desk bot', '--roles', 'trader,viewer', '--accounts', 'a,b'];
    const { code, out, err, requests } = await running(argv, {
      answer: () => tradingAnswer({ ...record, key: 'ak_new_key' }),
    });
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      name: 'desk bot',
      roles: ['trader', 'viewer'],
      paths: ['/**'],
      exchange_account_ids: ['a', 'b'],
    });
    expect(out()).toMatchInlineSnapshot(`
      "key       ak_new_key
      id        0193
      name      desk bot
      roles     trader,viewer
      paths     /order-execution/**
      accounts  all
      owner     main
      expires   never
      "
    `);
    expect(err()).toContain('shown only now');
    expect(code).toBe(0);
  });

  test('create takes over the owner of a key that it replaces', async () => {
    const argv = ['keys', 'create', 'bot', '--roles', 'trader', '--replaces', '0190'];
    const { out, requests } = await running(argv, {
      answer: () => tradingAnswer({ ...record, owner: '0190', key: 'ak_new_key' }),
    });
    expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({ replaces: '0190' });
    expect(out()).toContain('owner     0190\n');
  });

  test('revoke names the key it revoked', async () => {
    const { out, requests } = await running(['keys', 'revoke', '0193'], {
      answer: () => tradingAnswer(record),
    });
    expect(requests[0]).toMatchObject({
      method: 'DELETE',
      url: expect.stringMatching(/keys\/0193$/),
    });
    expect(out()).toBe('Revoked 0193 (desk bot).\n');
  });

  test('a refusal is one line with its fields, and ends with 1', async () => {
    const errors = [
      { field: 'name', message: 'name is required', value: null },
      { field: 'paths', message: 'each of paths must start with /', value: 'x' },
    ];
    const { code, err, out } = await running(['keys', 'create', 'b', '--roles', 'admin'], {
      answer: () => tradingAnswer({ error: 'VALIDATION_FAILED', errors }, 400),
    });
    expect(err()).toBe('windlass: name is required; each of paths must start with /\n');
    expect([code, out()]).toEqual([1, '']);
  });

  test('a service that is not there is one line that says how to start it', async () => {
    const { code, err } = await running(['keys', 'revoke', 'x']);
    expect(err()).toMatch(
      /^windlass: Cannot reach http:\/\/127\.0\.0\.1:3000: .*"npx windlass serve" starts it\.\n$/,
    );
    expect(code).toBe(1);
  });
});

describe('the key', () => {
  const answer = () => tradingAnswer({ keys: [] });
  const readText = (path: string) => (path === 'data/admin.key' ? 'ak_from_file_1\n' : undefined);
  const sentKey = async (argv: string[], env: Record<string, string>) => {
    const { requests } = await running(['keys', ...argv], { answer, env, machine: { readText } });
    return requests[0]?.headers['x-api-key'];
  };

  test('is the option, else the environment, else the file of the data directory', async () => {
    const env = { WINDLASS_KEY: 'ak_from_env_1' };
    expect(await sentKey(['--key', 'ak_option_1'], env)).toBe('ak_option_1');
    expect(await sentKey([], env)).toBe('ak_from_env_1');
    expect(await sentKey([], {})).toBe('ak_from_file_1');
    expect(await sentKey([], { WINDLASS_DATA_DIR: '/elsewhere' })).toBeUndefined();
  });

  test('of the file is never offered to another machine', async () => {
    expect(await sentKey(['--url', 'http://windlass.example'], {})).toBeUndefined();
    expect(await sentKey(['--url', 'http://127.0.0.1.example'], {})).toBeUndefined();
    expect(await sentKey([], { WINDLASS_URL: 'http://localhost:3100' })).toBe('ak_from_file_1');
  });
});

test('serve hands its options over as environment and passes the exit code on', async () => {
  const seen: unknown[] = [];
  const runServer = async (env: unknown) => {
    seen.push(env);
    return 7;
  };
  const argv = ['serve', '--port', '3100', '--feed', 'live', '--data-dir', '/d', '--host', '::1'];
  expect((await running(argv, { machine: { runServer } })).code).toBe(7);
  expect((await running(['serve'], { machine: { runServer } })).code).toBe(7);
  expect(seen).toEqual([
    { PORT: '3100', HOST: '::1', WINDLASS_FEED: 'live', WINDLASS_DATA_DIR: '/d' },
    {},
  ]);
});

test('record takes symbols as book does, and names every venue it knows', async () => {
  const seen: (readonly string[])[] = [];
  const runRecorder = async (args: readonly string[]) => {
    seen.push(args);
    return 0;
  };
  const machine = { runRecorder };
  const record = ['record', '--venues', 'okx', '--out', 'a.jsonl', '--symbols'];
  expect((await running([...record, 'btc/usdt,eth-usdt:usdt'], { machine })).code).toBe(0);
  expect(seen.map((args) => args[3])).toEqual(['BTC/USDT,ETH/USDT:USDT']);
  const { code, err } = await running([...record, 'BTC/USDT,btc'], { machine });
  expect([code, seen.length]).toEqual([2, 1]);
  expect(err()).toBe('windlass: "btc" is not a symbol. Expected BASE/QUOTE, e.g. BTC/USDT.\n');
  const help = (await running(['record', '--help'])).out().replace(/\s+/g, ' ');
  expect(help).toContain(`comma-separated: ${venueIds.join(', ')}`);
});

test('record hands its options over as arguments and passes the exit code on', async () => {
  const seen: unknown[] = [];
  const runRecorder = async (args: unknown) => {
    seen.push(args);
    return 7;
  };
  const required = ['record', '--venues', 'gate, okx', '--symbols', 'BTC/USDT', '--out', 'a.jsonl'];
  const machine = { runRecorder };
  expect((await running(required, { machine })).code).toBe(7);
  expect((await running([...required, '--seconds', '60'], { machine })).code).toBe(7);
  const args = ['--venues', 'gate,okx', '--symbols', 'BTC/USDT', '--out', 'a.jsonl'];
  expect(seen).toEqual([args, [...args, '--seconds', '60']]);
  const { code, err } = await running([...required, '--seconds', '0'], { machine });
  expect([code, err()]).toEqual([2, expect.stringMatching(/Expected an integer from 1 to 604800/)]);
});

test('simulator hands on what was typed as it was typed, and passes the exit code on', async () => {
  const seen: unknown[] = [];
  const runSimulator = async (args: unknown) => {
    seen.push(args);
    return 2;
  };
  const machine = { runSimulator };
  const typed = ['--venues', 'okx, nope', '--seed=-7', '--port', '0', '--faults', 'a.json'];
  expect((await running(['simulator', ...typed], { machine })).code).toBe(2);
  expect((await running(['--json', 'simulator'], { machine })).code).toBe(2);
  expect(seen).toEqual([
    ['--venues=okx, nope', '--seed=-7', '--port=0', '--faults=a.json'],
    ['--json'],
  ]);
});
