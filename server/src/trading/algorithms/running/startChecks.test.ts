import { describe, expect, test } from 'vitest';
import { createAlgorithmBench, draftOf } from '../../../../test/support/algorithms/bench.ts';
import { oneWorld } from '../../../../test/support/algorithms/oneWorld.ts';
import { pairedFundingArb, pairedSpread } from '../../../../test/support/algorithms/pair/params.ts';
import { listedMarket, symbolOf } from '../../../../test/support/paper/fixture.ts';
import { sceneBook } from '../../../../test/support/routing/fixture.ts';
import { accountNamed, venuesByAccount } from '../../../../test/support/routing/plans/fixture.ts';
import { AppError } from '../../../kit/errors.ts';
import type { World } from '../../execution/index.ts';
import type { Account } from '../../model/account.ts';
import type { VenueId } from '../../model/venue.ts';
import type { ListedMarket } from '../../venues/marketPort.ts';
import type { SpreadParams } from '../spread/params.ts';
import type { AlgorithmDraft } from '../types.ts';
import { checkStart, type StartDeps } from './startChecks.ts';

type Changes = Partial<StartDeps> & Partial<Pick<World, 'markets' | 'books'>>;

function check({ markets, books, ...changes }: Changes = {}, draft = draftOf()) {
  const { deps } = createAlgorithmBench();
  const usual = deps.worldOf([]);
  const worldOf = oneWorld({ markets: markets ?? usual.markets, books: books ?? usual.books });
  const usd = { ready: async () => undefined, known: () => 1 };
  return checkStart({ ...deps, worldOf, usd, ...changes }, draft);
}

/** The answers that all lists of markets share here. */
const known = {
  knows: () => true,
  prepare: async () => undefined,
  doubt: () => undefined,
  listedAtMs: () => undefined,
  advUsd: () => undefined,
};

describe('a start', () => {
  test('is measured from the mid and the spread of the common best prices', async () => {
    const checked = await check();
    expect(checked.arrivalPrice).toBe(100.5);
    expect(checked.arrivalSpreadBps).toBeCloseTo((1 / 100.5) * 10_000);
  });

  test('is refused for an account that there is not, or that is halted', async () => {
    const none = { accounts: { find: () => Promise.reject(new AppError('ACCOUNT_NOT_FOUND')) } };
    await expect(check(none)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    const halted = { accounts: { find: async (id: string) => accountNamed(id, { halted: true }) } };
    await expect(check(halted)).rejects.toMatchObject({ code: 'ACCOUNT_HALTED' });
  });

  test('is refused without a book to begin with, by its field', async () => {
    const books = { ready: async () => [] };
    await expect(check({ books })).rejects.toMatchObject({ issues: [{ field: 'symbol' }] });
  });

  test('is refused when no account could trade its quantity', async () => {
    const code = 'BELOW_MINIMUM_ORDER';
    await expect(check({}, draftOf({ quantity: 0.09 }))).rejects.toMatchObject({ code });
    await expect(check({}, draftOf({ quantity: 0.1 }))).resolves.toBeDefined();
  });
});

test('a start below the smallest order says which that is', async () => {
  const error: unknown = await check({}, draftOf({ quantity: 0.09 })).catch((thrown) => thrown);
  if (!(error instanceof AppError)) throw new Error('it was not refused');
  expect(error.message).toContain('The smallest order is 0.0996 now.');
  expect(error.data).toMatchObject({ quantity: 0.09, minimum_quantity: 0.0996 });
});

test('a timepace whose intervals are no orders is refused by its field', async () => {
  const draft = (quantityPerInterval: number, randomizeSize: boolean) =>
    draftOf({
      quantity: 1,
      started: {
        type: 'timepace',
        params: {
          quantityPerInterval,
          randomizeSize,
          randomizeSizePct: 20,
          intervalMs: 1_000,
          aggression: 'neutral',
        },
      },
    });
  const issues = [{ field: 'params.quantity_per_interval' }];
  await expect(check({}, draft(0.09, false))).rejects.toMatchObject({ issues });
  await expect(check({}, draft(0.1, false))).resolves.toBeDefined();
  await expect(check({}, draft(0.09, true))).resolves.toBeDefined();
});

/** Changes to the market of a pair: two accounts, BTC at 100.5 and its perpetual at 101.5. */
interface PairScene {
  readonly accounts?: Readonly<Record<string, Partial<Account>>>;
  /** By account and symbol. */
  readonly markets?: Readonly<Record<string, Partial<ListedMarket> | 'none'>>;
  /** Symbols without a book. */
  readonly dark?: readonly string[];
  readonly draft?: Partial<AlgorithmDraft>;
  readonly spread?: Partial<SpreadParams>;
}

/** The account of a scene that is at the venue. */
function accountAt(venue: VenueId): string | undefined {
  return Object.keys(venuesByAccount).find((id) => venuesByAccount[id] === venue);
}

function checkSpread({ accounts, markets, dark = [], draft, spread }: PairScene = {}) {
  const listed = (venue: VenueId, symbol: ListedMarket['symbol']) => {
    const changes = markets?.[`${accountAt(venue)} ${symbol}`];
    const usual = { quantityMin: 0.01, notionalMin: 10 };
    return changes === 'none' ? undefined : listedMarket(symbol, { ...usual, ...changes });
  };
  return check(
    {
      accounts: { find: async (id) => accountNamed(id, accounts?.[id]) },
      markets: { ...known, rulesOf: listed },
      books: {
        ready: async (symbol, venues) => {
          const bid = symbol.includes(':') ? 101 : 100;
          const sides = { bids: [[bid, 9]], asks: [[bid + 1, 9]] } as const;
          return dark.includes(symbol) ? [] : venues.map((each) => sceneBook(each, symbol, sides));
        },
      },
    },
    draftOf({
      quantity: 2,
      accountIds: ['a', 'b', 'c'],
      ...draft,
      started: { type: 'spread', params: { ...pairedSpread, ...spread } },
    }),
  );
}

/** Returns the field and the text of a refusal. */
async function refusalOf(scene: PairScene) {
  const error: unknown = await checkSpread(scene).catch((thrown: unknown) => thrown);
  if (!(error instanceof AppError)) throw new Error('it was not refused');
  return [error.issues?.[0]?.field ?? error.code, error.issues?.[0]?.message ?? error.message];
}

const fieldOf = async (scene: PairScene) => (await refusalOf(scene))[0];

const perpetual = 'BTC/USDT:USDT';

describe('a start of a pair', () => {
  test('is measured from its first leg alone, and names all accounts', async () => {
    const { arrivalPrice, accounts } = await checkSpread();
    expect(arrivalPrice).toBe(100.5);
    expect(accounts.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });

  test('takes dated futures, whose symbols say what they are', async () => {
    const future = symbolOf('BTC/USDT:USDT-261225');
    const draft = { symbol: future };
    await expect(checkSpread({ draft })).resolves.toMatchObject({ symbol: future });
    await expect(checkSpread({ spread: { contraSymbol: future } })).resolves.toBeDefined();
  });

  test('is refused for a symbol that is none, as all orders are', async () => {
    expect(await fieldOf({ draft: { symbol: 'BTC' } })).toBe('symbol');
  });

  test('is refused for any account that is halted', async () => {
    const accounts = { c: { halted: true } };
    expect(await fieldOf({ accounts })).toBe('ACCOUNT_HALTED');
  });

  test('is refused by the symbol of the leg that none of its accounts lists', async () => {
    expect(await refusalOf({ markets: { 'a BTC/USDT': 'none' } })).toEqual([
      'symbol',
      'account a does not support BTC/USDT: binance lists no spot market BTC/USDT.',
    ]);
    expect(await refusalOf({ markets: { [`b ${perpetual}`]: 'none' } })).toEqual([
      'params.contra_symbol',
      `account b does not support ${perpetual}: bybit lists no swap market ${perpetual}.`,
    ]);
    // A market in which the leg does not trade need not be listed.
    await expect(checkSpread({ markets: { [`a ${perpetual}`]: 'none' } })).resolves.toBeDefined();
  });

  test('is refused by the accounts of the leg where another of them lists its symbol', async () => {
    const spread = { anchorAccountIds: ['c', 'a'], contraAccountIds: ['b', 'c'] };
    const [anchor] = await refusalOf({ spread, markets: { 'a BTC/USDT': 'none' } });
    expect(anchor).toBe('params.anchor_exchange_account_ids');
    const [contra, why] = await refusalOf({ spread, markets: { [`c ${perpetual}`]: 'none' } });
    expect(contra).toBe('params.contra_exchange_account_ids');
    expect(why).toContain('account c does not support');
  });

  test('is refused by the symbol of the leg that has no usable book', async () => {
    expect(await fieldOf({ dark: ['BTC/USDT'] })).toBe('symbol');
    expect(await fieldOf({ dark: [perpetual] })).toBe('params.contra_symbol');
    expect(await fieldOf({ dark: ['BTC/USDT', perpetual] })).toBe('symbol');
  });

  test('is refused when either leg could not trade its quantity', async () => {
    const [code, why] = await refusalOf({ markets: { [`b ${perpetual}`]: { quantityMin: 2.01 } } });
    expect(code).toBe('BELOW_MINIMUM_ORDER');
    expect(why).toContain(`for ${perpetual}`);
    expect(await fieldOf({ markets: { 'a BTC/USDT': { notionalMin: 202 } } })).toBe(
      'BELOW_MINIMUM_ORDER',
    );
  });

  test('is refused when what may differ is no order on either leg', async () => {
    const [field, why] = await refusalOf({ markets: { [`b ${perpetual}`]: { quantityMin: 0.6 } } });
    expect(field).toBe('params.risk_quantity');
    expect(why).toContain(`the smallest order of ${perpetual}`);
    expect(await fieldOf({ spread: { riskQuantity: 0.09 } })).toBe('params.risk_quantity');
  });

  test('is refused for inverse contracts, which are not traded in base units', async () => {
    const spread = { contraSymbol: symbolOf('BTC/USD:BTC') };
    const why = 'settles BTC/USD:BTC in BTC: inverse contracts are not supported.';
    expect(await refusalOf({ spread })).toEqual(['NOT_SUPPORTED', `bybit ${why}`]);
    expect(await fieldOf({ draft: { symbol: 'BTC/USD:BTC' } })).toBe('NOT_SUPPORTED');
  });

  test('is refused for an account whose exchange has no such markets', async () => {
    const [field, why] = await refusalOf({ accounts: { a: { venue: 'hyperliquid' } } });
    expect(field).toBe('params.anchor_exchange_account_ids');
    expect(why).toMatch(/^account a does not support BTC\/USDT: hyperliquid does not support spot/);
  });

  test('is refused for the spot leg of a live account on portfolio margin alone', async () => {
    const venue = 'binance';
    const pooled = { mode: 'live', portfolioMargin: true, venue } as const;
    const [field, why] = await refusalOf({ accounts: { a: pooled } });
    expect(field).toBe('params.anchor_exchange_account_ids');
    expect(why).toContain('spot orders of accounts on portfolio margin');
    await expect(checkSpread({ accounts: { b: pooled } })).resolves.toBeDefined();
    const paper = { ...pooled, mode: 'paper' } as const;
    await expect(checkSpread({ accounts: { a: paper } })).resolves.toBeDefined();
  });
});

test('a start of a funding_arb is refused by its own fields', async () => {
  const started = { type: 'funding_arb', params: pairedFundingArb } as const;
  const draft = draftOf({ accountIds: ['a', 'b'], started });
  const refusal = (lists: (symbol: string) => boolean) => {
    const rulesOf: World['markets']['rulesOf'] = (_venue, symbol) =>
      lists(symbol) ? listedMarket(symbol) : undefined;
    const markets = { ...known, rulesOf };
    return check({ markets }, draft);
  };
  const blames = (field: string) => ({ issues: [{ field }] });
  await expect(refusal((symbol) => symbol.includes(':'))).rejects.toMatchObject(blames('symbol'));
  await expect(refusal((symbol) => !symbol.includes(':'))).rejects.toMatchObject(
    blames('params.perp_symbol'),
  );
  const venue = 'binance';
  const pooled = accountNamed('a', { mode: 'live', portfolioMargin: true, venue });
  const accounts = { find: async (id: string) => (id === 'a' ? pooled : accountNamed(id)) };
  await expect(check({ accounts }, draft)).rejects.toMatchObject(
    blames('params.spot_exchange_account_id'),
  );
});
