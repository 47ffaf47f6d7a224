import { z } from 'zod';
import { isCipherKey } from './kit/cipher.ts';
import { nearestName } from './kit/nearestName.ts';
import { isNetwork, loopbackHosts } from './kit/networks.ts';
import { Secret } from './kit/secret.ts';

/** The source of the books. */
export type FeedChoice =
  | { readonly kind: 'simulated'; readonly faults: 'off' | 'mild' | 'harsh' }
  | { readonly kind: 'live' }
  | { readonly kind: 'replay'; readonly path: string; readonly speed: 1 | 'max' };

/** The source of vault balances. */
export type LedgerChoice =
  | { readonly kind: 'simulated' }
  /** The addresses may contain a provider's key. */
  | { readonly kind: 'rpc'; readonly urls: Readonly<Record<'mainnet' | 'testnet', Secret>> };

/** The source of coin prices. */
export type PriceChoice =
  | { readonly kind: 'simulated' }
  | {
      readonly kind: 'coingecko';
      /** undefined = the plan's own address. A proxy's address may contain a key. */
      readonly baseUrl: Secret | undefined;
      readonly apiKey: Secret | undefined;
      readonly plan: 'keyless' | 'demo' | 'pro';
      /** undefined = the plan's own limit. */
      readonly callsPerMinute: number | undefined;
    };

/** All settings of an operator, parsed once. */
export interface Config {
  readonly environment: 'development' | 'production' | 'test';
  readonly services: readonly ('vault' | 'trading')[];
  readonly host: string;
  readonly port: number;
  /** Folder of the embedded database and generated secrets; `:memory:` keeps nothing. */
  readonly dataDir: string;
  readonly databaseUrl: Secret | undefined;
  readonly adminKey: Secret | undefined;
  /**
   * The key that encrypts exchange credentials; undefined = the one in the data directory, or a new
   * one.
   */
  readonly masterKey: Secret | undefined;
  /**
   * The previous master key: what it encrypted is encrypted again with `masterKey` at the start.
   */
  readonly formerMasterKey: Secret | undefined;
  readonly feed: FeedChoice;
  /**
   * Address that every connection uses instead of its exchange: books, markets and live accounts.
   */
  readonly venueSimulator: string | undefined;
  /** Seed of the simulated feed; undefined = the one in the data directory, or a new one. */
  readonly seed: string | undefined;
  readonly ledger: LedgerChoice;
  readonly prices: PriceChoice;
  /** `strict`: addresses need a correct checksum; `format`: only the right format. */
  readonly vaultAddressCheck: 'strict' | 'format';
  /** Balances younger than this are not read again unless forced. */
  readonly holdingsFreshMs: number;
  /** True when an empty database is filled with sample data. */
  readonly demo: boolean;
  /** Accounts whose orders the development cap of USD 50 limits (Trading §8). */
  readonly devMode: 'all' | 'live' | 'off';
  readonly corsOrigins: readonly string[];
  /** Host names under which clients may open the stream, in addition to addresses. */
  readonly allowedHosts: readonly string[];
  /**
   * Addresses and networks of proxies whose forwarded header is trusted to name the client's
   * address.
   */
  readonly trustedProxies: readonly string[];
  readonly vaultLimit: { readonly max: number; readonly windowMs: number };
  readonly tradingLimit: { readonly max: number; readonly windowMs: number };
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** undefined = text on a terminal, JSON anywhere else. */
  readonly logFormat: 'json' | 'text' | undefined;
}

/** Thrown for a setting that cannot be used; the message is one line for the operator. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

/** Settings that the tests, the command line and the client read; the server ignores them. */
const foreignNames = new Set([
  'WINDLASS_CAPTURES',
  'WINDLASS_TEST_POSTGRES_URL',
  'WINDLASS_TEST_BROWSER',
  'WINDLASS_PROOF_TIMES',
  'WINDLASS_PROOF_SEED',
  'WINDLASS_URL',
  'WINDLASS_KEY',
  'WINDLASS_ACCOUNT_API_KEY',
  'WINDLASS_ACCOUNT_API_SECRET',
  'WINDLASS_ACCOUNT_PASSPHRASE',
  'WINDLASS_ACCOUNT_WALLET_ADDRESS',
  'WINDLASS_ACCOUNT_PRIVATE_KEY',
  'WINDLASS_ACCOUNT_FUTURES_API_KEY',
  'WINDLASS_ACCOUNT_FUTURES_API_SECRET',
]);

const developmentOrigins = 'http://localhost:3000,http://localhost:3001';
/** Addresses of the Stellar foundation (testnet) and of a public provider (mainnet). */
const publicRpcUrls = {
  mainnet: 'https://mainnet.sorobanrpc.com',
  testnet: 'https://soroban-testnet.stellar.org',
} as const;
/** Maximum length of a rate-limit window: one day. */
const windowMsMax = 86_400_000;

const integer = (low: number, high: number, fallback: number) =>
  z
    .string()
    .regex(/^\d{1,12}$/, `must be an integer between ${low} and ${high}`)
    .transform(Number)
    .refine(
      (value) => value >= low && value <= high,
      `must be an integer between ${low} and ${high}`,
    )
    .default(fallback);

const httpUrl = z
  .string()
  .refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), 'must be an http address')
  .optional();

const masterKey = z
  .string()
  .refine(isCipherKey, 'must be 32 bytes as base64; make one with: openssl rand -base64 32')
  .optional();

const settings = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'], {
      error: 'must be development, production or test',
    })
    .default('development'),
  WINDLASS_SERVICES: z
    .enum(['vault', 'trading', 'all'], { error: 'must be vault, trading or all' })
    .default('all'),
  HOST: z.string().max(255, 'must be a host name or address').default('127.0.0.1'),
  PORT: integer(0, 65_535, 3000),
  WINDLASS_DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  WINDLASS_ADMIN_KEY: z
    .string()
    .regex(/^ak_[\w-]{21,}$/, 'must start with ak_ and have at least 24 letters, digits, _ or -')
    .max(200, 'must have at most 200 characters')
    .optional(),
  WINDLASS_MASTER_KEY: masterKey,
  WINDLASS_MASTER_KEY_OLD: masterKey,
  WINDLASS_FEED: z
    .string()
    .regex(/^(simulated|live|replay:.+)$/, 'must be simulated, live or replay:<file or folder>')
    .optional(),
  WINDLASS_VENUE_TRANSPORT: z
    .string()
    .refine(
      (text) => /^simulator:http:\/\/[^/]+:\d+\/?$/.test(text),
      'must be simulator:http://<host>:<port>',
    )
    .transform((text) => new URL(text.slice('simulator:'.length)).origin)
    .optional(),
  WINDLASS_REPLAY_SPEED: z.enum(['1', 'max'], { error: 'must be 1 or max' }).default('1'),
  WINDLASS_SIM_FAULTS: z
    .enum(['off', 'mild', 'harsh'], { error: 'must be off, mild or harsh' })
    .default('off'),
  WINDLASS_SEED: z.string().max(100, 'must have at most 100 characters').optional(),
  WINDLASS_LEDGER: z.enum(['simulated', 'rpc'], { error: 'must be simulated or rpc' }).optional(),
  STELLAR_MAINNET_RPC_URL: httpUrl,
  STELLAR_TESTNET_RPC_URL: httpUrl,
  VAULT_ADDRESS_CHECK: z
    .enum(['strict', 'format'], { error: 'must be strict or format' })
    .default('strict'),
  HOLDINGS_FRESH_SECONDS: integer(0, 86_400, 60),
  COINGECKO_BASE_URL: httpUrl,
  COINGECKO_API_KEY: z
    .string()
    .regex(/^[!-~]{1,200}$/, 'must be 1 to 200 printable characters')
    .optional(),
  COINGECKO_PLAN: z
    .enum(['keyless', 'demo', 'pro'], { error: 'must be keyless, demo or pro' })
    .optional(),
  COINGECKO_CALLS_PER_MINUTE: integer(1, 10_000, 0),
  WINDLASS_DEV_MODE: z
    .enum(['all', 'live', 'off'], { error: 'must be all, live or off' })
    .optional(),
  WINDLASS_DEMO: z.enum(['on', 'off'], { error: 'must be on or off' }).optional(),
  CORS_ORIGINS: z.string().optional(),
  WINDLASS_ALLOWED_HOSTS: z.string().optional(),
  WINDLASS_TRUSTED_PROXIES: z.string().optional(),
  VAULT_RATE_LIMIT_MAX: integer(1, 1_000_000_000, 100),
  VAULT_RATE_LIMIT_WINDOW_MS: integer(1, windowMsMax, 900_000),
  TRADING_RATE_LIMIT_MAX: integer(1, 1_000_000_000, 60_000),
  TRADING_RATE_LIMIT_WINDOW_MS: integer(1, windowMsMax, 60_000),
  WINDLASS_LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], {
      error: 'must be debug, info, warn, error or silent',
    })
    .default('info'),
  WINDLASS_LOG_FORMAT: z.enum(['json', 'text'], { error: 'must be json or text' }).optional(),
});

/** Reads the environment. An empty text counts as not set. Throws `ConfigError`. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  refuseUnknown(given);
  const result = settings.safeParse(given);
  if (!result.success) throw new ConfigError(describe(result.error, given));
  const value = result.data;
  const production = value.NODE_ENV === 'production';
  return Object.freeze({
    environment: value.NODE_ENV,
    services:
      value.WINDLASS_SERVICES === 'all'
        ? (['vault', 'trading'] as const)
        : [value.WINDLASS_SERVICES],
    host: value.HOST,
    port: value.PORT,
    dataDir: value.WINDLASS_DATA_DIR,
    databaseUrl: secret(value.DATABASE_URL),
    adminKey: secret(value.WINDLASS_ADMIN_KEY),
    masterKey: secret(value.WINDLASS_MASTER_KEY),
    formerMasterKey: secret(value.WINDLASS_MASTER_KEY_OLD),
    feed: toFeed(value),
    venueSimulator: value.WINDLASS_VENUE_TRANSPORT,
    seed: value.WINDLASS_SEED,
    ledger: toLedger(value),
    prices: toPrices(value),
    vaultAddressCheck: value.VAULT_ADDRESS_CHECK,
    holdingsFreshMs: value.HOLDINGS_FRESH_SECONDS * 1_000,
    devMode: value.WINDLASS_DEV_MODE ?? (production ? 'off' : 'live'),
    demo: (value.WINDLASS_DEMO ?? (production ? 'off' : 'on')) === 'on',
    allowedHosts: toHosts(value),
    trustedProxies: toProxies(value.WINDLASS_TRUSTED_PROXIES ?? ''),
    corsOrigins: toOrigins(value.CORS_ORIGINS ?? (production ? '' : developmentOrigins)),
    vaultLimit: { max: value.VAULT_RATE_LIMIT_MAX, windowMs: value.VAULT_RATE_LIMIT_WINDOW_MS },
    tradingLimit: {
      max: value.TRADING_RATE_LIMIT_MAX,
      windowMs: value.TRADING_RATE_LIMIT_WINDOW_MS,
    },
    logLevel: value.WINDLASS_LOG_LEVEL,
    logFormat: value.WINDLASS_LOG_FORMAT,
  });
}

/** Throws on an unknown setting: a misspelt one would otherwise be ignored silently. */
function refuseUnknown(given: Readonly<Record<string, unknown>>): void {
  const known = new Set(Object.keys(settings.shape));
  for (const name of Object.keys(given)) {
    if (!name.startsWith('WINDLASS_') || known.has(name) || foreignNames.has(name)) continue;
    const meant = nearestName(name, [...known]);
    const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
    throw new ConfigError(`Unknown setting ${name}.${hint} docs/settings.md lists them all.`);
  }
}

function describe(error: z.ZodError, given: Readonly<Record<string, unknown>>): string {
  const hidden = new Set([
    'DATABASE_URL',
    'WINDLASS_ADMIN_KEY',
    'COINGECKO_API_KEY',
    'WINDLASS_MASTER_KEY',
    'WINDLASS_MASTER_KEY_OLD',
    'COINGECKO_BASE_URL',
    'STELLAR_MAINNET_RPC_URL',
    'STELLAR_TESTNET_RPC_URL',
  ]);
  return error.issues
    .map(({ path, message }) => {
      const name = String(path[0]);
      return `${name} ${message}${hidden.has(name) ? '' : ` (got "${String(given[name])}")`}.`;
    })
    .join(' ');
}

function secret(text: string | undefined): Secret | undefined {
  return text === undefined ? undefined : new Secret(text);
}

function toFeed(value: z.infer<typeof settings>): FeedChoice {
  const { WINDLASS_REPLAY_SPEED: speed } = value;
  // A service that trades at a simulator of the exchanges needs its books, not those of another
  // market.
  const usual = value.WINDLASS_VENUE_TRANSPORT === undefined ? 'simulated' : 'live';
  const text = value.WINDLASS_FEED ?? usual;
  if (text === 'live') return { kind: 'live' };
  if (text === 'simulated') return { kind: 'simulated', faults: value.WINDLASS_SIM_FAULTS };
  return { kind: 'replay', path: text.slice('replay:'.length), speed: speed === 'max' ? 'max' : 1 };
}

/** Returns true when all data is made up, by this service or by a simulator of the exchanges. */
function isMadeUp(value: z.infer<typeof settings>): boolean {
  const kind = toFeed(value).kind;
  return kind === 'simulated' || (kind === 'live' && value.WINDLASS_VENUE_TRANSPORT !== undefined);
}

/** Returns a simulated ledger for a made-up market, unless a real ledger is named. */
function toLedger(value: z.infer<typeof settings>): LedgerChoice {
  const { STELLAR_MAINNET_RPC_URL: mainnet, STELLAR_TESTNET_RPC_URL: testnet } = value;
  const isNamed = mainnet !== undefined || testnet !== undefined;
  const usual = isMadeUp(value) && !isNamed ? 'simulated' : 'rpc';
  if ((value.WINDLASS_LEDGER ?? usual) === 'simulated') return { kind: 'simulated' };
  const urls = {
    mainnet: new Secret(mainnet ?? publicRpcUrls.mainnet),
    testnet: new Secret(testnet ?? publicRpcUrls.testnet),
  };
  return { kind: 'rpc', urls };
}

/** Returns the made-up market's own prices, unless a provider is chosen. */
function toPrices(value: z.infer<typeof settings>): PriceChoice {
  const { COINGECKO_BASE_URL: baseUrl, COINGECKO_API_KEY: key } = value;
  const calls = value.COINGECKO_CALLS_PER_MINUTE;
  const isChosen = [baseUrl, key, value.COINGECKO_PLAN, calls || undefined].some(Boolean);
  if (isMadeUp(value) && !isChosen) return { kind: 'simulated' };
  const plan = value.COINGECKO_PLAN ?? (key === undefined ? 'keyless' : 'demo');
  if ((plan === 'keyless') !== (key === undefined)) {
    const needs = plan === 'keyless' ? 'takes no COINGECKO_API_KEY' : 'needs COINGECKO_API_KEY';
    throw new ConfigError(`COINGECKO_PLAN ${plan} ${needs}.`);
  }
  // 0 stands for the plan's own limit; it cannot be chosen as a limit.
  const callsPerMinute = calls || undefined;
  const keys = { baseUrl: secret(baseUrl), apiKey: secret(key) };
  return { kind: 'coingecko', ...keys, plan, callsPerMinute };
}

/** Returns the parts of a comma-separated list, without the empty ones. */
function listed(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/**
 * Returns the allowed host names: always the machine's own and the one that it listens on as well.
 */
function toHosts({ WINDLASS_ALLOWED_HOSTS: text = '', HOST }: z.infer<typeof settings>): string[] {
  const named = listed(text).map((host) => host.toLowerCase());
  for (const host of named) {
    if (/^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/.test(host)) continue;
    throw new ConfigError(
      'WINDLASS_ALLOWED_HOSTS must list names without a port, such as desk.example ' +
        `(got "${host}").`,
    );
  }
  return [...new Set([...loopbackHosts, HOST.toLowerCase(), ...named])];
}

function toProxies(text: string): string[] {
  return listed(text).filter((network) => {
    if (isNetwork(network)) return true;
    throw new ConfigError(
      'WINDLASS_TRUSTED_PROXIES must list addresses or networks such as 10.0.0.0/8 ' +
        `(got "${network}").`,
    );
  });
}

function toOrigins(text: string): string[] {
  return listed(text).filter((origin) => {
    if (/^https?:\/\/[^/\s]+$/.test(origin)) return true;
    throw new ConfigError(
      `CORS_ORIGINS must list origins such as http://desk:3000 (got "${origin}").`,
    );
  });
}
