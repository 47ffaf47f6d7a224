import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';
import { Secret } from './kit/secret.ts';

describe('config', () => {
  it('has the documented defaults', () => {
    const { databaseUrl, adminKey, seed, ...config } = loadConfig({});
    expect([databaseUrl, adminKey, seed]).toEqual([undefined, undefined, undefined]);
    expect(config).toEqual({
      environment: 'development',
      services: ['vault', 'trading'],
      host: '127.0.0.1',
      port: 3000,
      dataDir: './data',
      feed: { kind: 'simulated', faults: 'off' },
      ledger: { kind: 'simulated' },
      prices: { kind: 'simulated' },
      vaultAddressCheck: 'strict',
      holdingsFreshMs: 60_000,
      devMode: 'live',
      demo: true,
      corsOrigins: ['http://localhost:3000', 'http://localhost:3001'],
      allowedHosts: ['localhost', '127.0.0.1'],
      trustedProxies: [],
      vaultLimit: { max: 100, windowMs: 900_000 },
      tradingLimit: { max: 60_000, windowMs: 60_000 },
      logLevel: 'info',
      logFormat: undefined,
    });
  });

  it('reads an empty text as not set', () => {
    expect(loadConfig({ VAULT_RATE_LIMIT_MAX: '', PORT: '' })).toMatchObject({
      port: 3000,
      vaultLimit: { max: 100, windowMs: 900_000 },
    });
  });

  it('allows no foreign origin in production unless told to', () => {
    expect(loadConfig({ NODE_ENV: 'production' }).corsOrigins).toEqual([]);
    expect(
      loadConfig({ NODE_ENV: 'production', CORS_ORIGINS: ' https://desk.example , ' }),
    ).toMatchObject({ corsOrigins: ['https://desk.example'] });
  });

  it('knows the names that the stream may be asked for under, and the proxies before it', () => {
    const env = {
      HOST: 'desk.internal',
      WINDLASS_ALLOWED_HOSTS: 'Desk.Example, windlass',
      WINDLASS_TRUSTED_PROXIES: '10.0.0.0/8, ::1',
    };
    expect(loadConfig(env)).toMatchObject({
      allowedHosts: ['localhost', 'desk.internal', 'desk.example', 'windlass'],
      trustedProxies: ['10.0.0.0/8', '::1'],
    });
  });

  it.each([
    ['simulated', '1', { kind: 'simulated', faults: 'off' }],
    ['live', '1', { kind: 'live' }],
    ['replay:/data/a b.jsonl.gz', '1', { kind: 'replay', path: '/data/a b.jsonl.gz', speed: 1 }],
    ['replay:x', 'max', { kind: 'replay', path: 'x', speed: 'max' }],
  ])('understands the feed %s at speed %s', (WINDLASS_FEED, WINDLASS_REPLAY_SPEED, feed) => {
    expect(loadConfig({ WINDLASS_FEED, WINDLASS_REPLAY_SPEED }).feed).toEqual(feed);
  });

  it.each([
    [{ PORT: 'abc' }, 'PORT must be an integer between 0 and 65535 (got "abc").'],
    [{ PORT: '65536' }, 'PORT must be an integer between 0 and 65535 (got "65536").'],
    [{ WINDLASS_SIM_FAULTS: 'some' }, 'WINDLASS_SIM_FAULTS must be off, mild or harsh'],
    [{ WINDLASS_FEED: 'replay:' }, 'WINDLASS_FEED must be simulated, live or replay:'],
    [{ WINDLASS_SERVICES: 'book' }, 'WINDLASS_SERVICES must be vault, trading or all'],
    [{ WINDLASS_FEEED: 'live' }, 'Unknown setting WINDLASS_FEEED. Did you mean WINDLASS_FEED?'],
    [
      { WINDLASS_COLOUR: 'red' },
      'Unknown setting WINDLASS_COLOUR. docs/settings.md lists them all.',
    ],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV must be development, production or test (got "prod").'],
    [{ CORS_ORIGINS: 'desk' }, 'CORS_ORIGINS must list origins such as'],
    [
      { WINDLASS_ALLOWED_HOSTS: 'http://desk' },
      'WINDLASS_ALLOWED_HOSTS must list names without a port',
    ],
    [
      { WINDLASS_TRUSTED_PROXIES: '10.0.0.0/33' },
      'WINDLASS_TRUSTED_PROXIES must list addresses or networks such as 10.0.0.0/8 (got "10.0.0.0/33").',
    ],
    [{ WINDLASS_LEDGER: 'stub' }, 'WINDLASS_LEDGER must be simulated or rpc (got "stub").'],
    [{ VAULT_ADDRESS_CHECK: 'no' }, 'VAULT_ADDRESS_CHECK must be strict or format (got "no").'],
    [{ COINGECKO_PLAN: 'gold' }, 'COINGECKO_PLAN must be keyless, demo or pro (got "gold").'],
    [{ COINGECKO_PLAN: 'pro' }, 'COINGECKO_PLAN pro needs COINGECKO_API_KEY.'],
    [{ COINGECKO_BASE_URL: 'prices' }, 'COINGECKO_BASE_URL must be an http address'],
    [{ COINGECKO_CALLS_PER_MINUTE: '0' }, 'COINGECKO_CALLS_PER_MINUTE must be an integer'],
    [{ WINDLASS_DEMO: 'yes' }, 'WINDLASS_DEMO must be on or off (got "yes").'],
    [{ WINDLASS_DEV_MODE: 'on' }, 'WINDLASS_DEV_MODE must be all, live or off (got "on").'],
    [{ HOLDINGS_FRESH_SECONDS: '-1' }, 'HOLDINGS_FRESH_SECONDS must be an integer between 0'],
    [{ STELLAR_MAINNET_RPC_URL: 'ftp://x' }, 'STELLAR_MAINNET_RPC_URL must be an http address.'],
    [
      { WINDLASS_VENUE_TRANSPORT: 'http://127.0.0.1:9' },
      'WINDLASS_VENUE_TRANSPORT must be simulator:http://<host>:<port>',
    ],
    [{ WINDLASS_REPLAY_SPEED: '2' }, 'WINDLASS_REPLAY_SPEED must be 1 or max (got "2").'],
  ])('refuses %o with one clear line', (env: Record<string, string>, message) => {
    expect(() => loadConfig(env)).toThrow(ConfigError);
    expect(() => loadConfig(env)).toThrow(message);
  });

  it.each([
    { WINDLASS_ADMIN_KEY: 'hunter2-hunter2-hunter2-hunter2' },
    { DATABASE_URL: 'mysql://me:hunter2@db/x' },
    { WINDLASS_MASTER_KEY: 'hunter2' },
    { WINDLASS_MASTER_KEY_OLD: 'hunter2'.repeat(6) },
  ])('never repeats a secret it refuses', (env: Record<string, string>) => {
    expect(() => loadConfig(env)).toThrow(/must (start with|be 32 bytes as base64; make one)/);
    expect(() => loadConfig(env)).not.toThrow(/hunter2/);
  });

  it('leads everything to a simulator of the exchanges where one is named', () => {
    const env = { WINDLASS_VENUE_TRANSPORT: 'simulator:http://127.0.0.1:9444' };
    const config = loadConfig(env);
    expect(config.venueSimulator).toBe('http://127.0.0.1:9444');
    expect([config.feed, config.ledger, config.prices].map(({ kind }) => kind)).toEqual([
      'live',
      'simulated',
      'simulated',
    ]);
    expect(loadConfig({ ...env, WINDLASS_FEED: 'simulated' }).feed.kind).toBe('simulated');
    expect(loadConfig({ ...env, COINGECKO_PLAN: 'keyless' }).prices.kind).toBe('coingecko');
    expect(loadConfig({}).venueSimulator).toBeUndefined();
  });

  it('reads a real ledger with a real feed, or when one is named', () => {
    const mainnet = 'https://rpc.example/v1?key=hunter2';
    const named = loadConfig({ STELLAR_MAINNET_RPC_URL: mainnet }).ledger;
    expect(named.kind === 'rpc' && named.urls.mainnet.reveal()).toBe(mainnet);
    expect(named.kind === 'rpc' && named.urls.testnet.reveal()).toMatch(/^https:.+testnet/);
    expect(JSON.stringify(named)).not.toContain('hunter2');
    expect(loadConfig({ WINDLASS_FEED: 'live' }).ledger.kind).toBe('rpc');
    const both = { WINDLASS_FEED: 'live', WINDLASS_LEDGER: 'simulated' };
    expect(loadConfig(both).ledger.kind).toBe('simulated');
    expect(loadConfig({ WINDLASS_LEDGER: 'rpc' }).ledger.kind).toBe('rpc');
  });

  it('takes prices from a provider with a real feed, or when one is chosen', () => {
    const choice = { kind: 'coingecko', baseUrl: undefined, apiKey: undefined } as const;
    const keyless = { ...choice, plan: 'keyless', callsPerMinute: undefined };
    expect(loadConfig({ WINDLASS_FEED: 'live' }).prices).toEqual(keyless);
    expect(loadConfig({ COINGECKO_PLAN: 'keyless' }).prices).toEqual(keyless);
    const baseUrl = 'http://me:hunter2@127.0.0.1:9/api?token=hunter2';
    const limited = { COINGECKO_BASE_URL: baseUrl, COINGECKO_CALLS_PER_MINUTE: '7' };
    const { prices } = loadConfig(limited);
    expect(prices).toMatchObject({ ...keyless, baseUrl: expect.any(Secret), callsPerMinute: 7 });
    expect(prices.kind === 'coingecko' && prices.baseUrl?.reveal()).toBe(baseUrl);
    expect(JSON.stringify(prices)).not.toContain('hunter2');
    expect(() => loadConfig({ COINGECKO_BASE_URL: 'me:hunter2@proxy' })).not.toThrow(/hunter2/);
    const keyed = loadConfig({ COINGECKO_API_KEY: 'hunter2' }).prices;
    expect(keyed).toMatchObject({ kind: 'coingecko', plan: 'demo' });
    expect(JSON.stringify(keyed)).not.toContain('hunter2');
    const both = { COINGECKO_API_KEY: 'hunter2', COINGECKO_PLAN: 'keyless' };
    expect(() => loadConfig(both)).toThrow('COINGECKO_PLAN keyless takes no COINGECKO_API_KEY.');
    const unreadable = { COINGECKO_API_KEY: 'hunter2 hunter2' };
    expect(() => loadConfig(unreadable)).toThrow('must be 1 to 200 printable characters.');
    expect(() => loadConfig(unreadable)).not.toThrow(/hunter2/);
  });

  it('makes nothing of its own in production unless told to', () => {
    expect(loadConfig({ NODE_ENV: 'production' }).demo).toBe(false);
    expect(loadConfig({ NODE_ENV: 'production', WINDLASS_DEMO: 'on' }).demo).toBe(true);
    expect(loadConfig({ WINDLASS_DEMO: 'off' }).demo).toBe(false);
    expect(loadConfig({}).devMode).toBe('live');
    expect(loadConfig({ NODE_ENV: 'production' }).devMode).toBe('off');
    expect(loadConfig({ NODE_ENV: 'production', WINDLASS_DEV_MODE: 'all' }).devMode).toBe('all');
  });

  it('does not print its secrets', () => {
    const config = loadConfig({
      WINDLASS_ADMIN_KEY: 'ak_hunter2-hunter2-hunter2',
      DATABASE_URL: 'postgres://me:hunter2@db/x',
      WINDLASS_MASTER_KEY: `${'hunter2'.repeat(6)}g=`,
      WINDLASS_MASTER_KEY_OLD: `${'Hunter2'.repeat(6)}g=`,
    });
    expect(config.masterKey?.reveal()).toMatch(/^hunter2/);
    expect(config.formerMasterKey?.reveal()).toMatch(/^Hunter2/);
    expect(JSON.stringify(config)).not.toContain('Hunter2');
    expect(JSON.stringify(config)).not.toContain('hunter2');
    expect(config.databaseUrl?.reveal()).toContain('hunter2');
  });
});
