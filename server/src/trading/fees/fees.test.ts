import { describe, expect, it } from 'vitest';
import { oneWorld } from '../../../test/support/algorithms/oneWorld.ts';
import { createManualClock } from '../../../test/support/manualClock.ts';
import { accountOf, listedMarket, symbolOf } from '../../../test/support/paper/fixture.ts';
import type { Account, FeeOverrides } from '../model/account.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import { venueIds } from '../model/venue.ts';
import type { FeesSession, VenueTradingFee } from '../venues/feesPort.ts';
import type { ListedMarket } from '../venues/marketPort.ts';
import { feeSchedules } from '../venues/registry.ts';
import { VenueUnavailableError } from '../venues/venuePort.ts';
import { createFees } from './fees.ts';

const venue = 'binance';
const spot = symbolOf('BTC/USDT');
const perpetual = symbolOf('BTC/USDT:USDT');
const startMs = 1_700_000_000_000;
const listedAtMs = startMs - 5_000;

const overrides = (changes: Partial<FeeOverrides> = {}): FeeOverrides => ({
  account: { makerBps: 1, takerBps: 3 },
  tier: undefined,
  pairs: { 'BTC/USDT': { makerBps: -0.5, takerBps: 2.25 } },
  ...changes,
});
const accountWith = (feeOverrides?: FeeOverrides): Account => ({
  ...accountOf(venue),
  feeOverrides,
  updatedAtMs: startMs + 77,
});
const told: VenueTradingFee = { makerBps: 0.8, takerBps: 1, tier: 'VIP 2', isTierBased: true };
const silent = async (): Promise<VenueTradingFee> => {
  throw new VenueUnavailableError('no answer');
};
const bothListed = [
  listedMarket(spot, { fees: { makerBps: 7, takerBps: 8 } }),
  listedMarket(perpetual, { fees: { makerBps: 1.5, takerBps: 4.5 } }),
];

function feesWith(options: {
  readonly tradingFee?: FeesSession['tradingFee'];
  readonly listed?: readonly ListedMarket[];
  readonly schedules?: typeof feeSchedules;
}) {
  const { tradingFee, listed = bothListed, schedules = feeSchedules } = options;
  const clock = createManualClock(startMs);
  const fees = createFees({
    sessions: { at: () => ({ ...(tradingFee && { tradingFee }) }) },
    worldOf: oneWorld({
      markets: {
        knows: () => true,
        prepare: async () => undefined,
        rulesOf: (_venue, symbol) => listed.find((each) => each.symbol === symbol),
        listedAtMs: () => listedAtMs,
      },
    }),
    schedules,
    clock,
  });
  return { fees, clock };
}

describe('the fees of an account', () => {
  const cases: readonly {
    readonly what: string;
    readonly own?: FeeOverrides;
    readonly symbol?: InstrumentSymbol;
    readonly given?: Parameters<typeof feesWith>[0];
    readonly expected: object;
  }[] = [
    {
      what: 'an override of the pair stands before everything',
      own: overrides({ tier: 'desk deal' }),
      symbol: spot,
      given: { tradingFee: async () => told },
      expected: {
        makerBps: -0.5,
        takerBps: 2.25,
        source: 'db_pair_override',
        tier: 'desk deal',
        isTierBased: false,
        updatedAtMs: startMs + 77,
      },
    },
    {
      what: 'an override of the account holds for every other pair, spot or not',
      own: overrides(),
      symbol: perpetual,
      given: { tradingFee: async () => told },
      expected: {
        makerBps: 1,
        takerBps: 3,
        source: 'db_account_override',
        tier: 'custom',
        isTierBased: false,
        updatedAtMs: startMs + 77,
      },
    },
    {
      what: 'no pair is overridden without a symbol',
      own: overrides({ tier: 'desk deal' }),
      expected: { takerBps: 3, source: 'db_account_override', tier: 'desk deal' },
    },
    {
      what: 'overrides of other pairs leave a pair to the exchange',
      own: overrides({ account: undefined }),
      symbol: perpetual,
      given: { tradingFee: async () => told },
      expected: {
        makerBps: 0.8,
        takerBps: 1,
        source: 'exchange_api',
        tier: 'VIP 2',
        isTierBased: true,
        updatedAtMs: startMs,
      },
    },
    {
      what: 'a tier that the exchange does not name is the account’s',
      symbol: spot,
      given: { tradingFee: async () => ({ ...told, tier: undefined, isTierBased: false }) },
      expected: { source: 'exchange_api', tier: 'account', isTierBased: false },
    },
    {
      what: 'the list of markets answers for an exchange that does not',
      symbol: spot,
      given: { tradingFee: silent },
      expected: {
        makerBps: 7,
        takerBps: 8,
        source: 'exchange_markets',
        tier: 'base',
        isTierBased: true,
        updatedAtMs: listedAtMs,
      },
    },
    {
      what: 'the list of markets answers for a session that tells no fees',
      symbol: perpetual,
      expected: { takerBps: 4.5, source: 'exchange_markets' },
    },
    {
      what: 'without a symbol the list answers with the most usual market',
      expected: { makerBps: 1.5, takerBps: 4.5, source: 'exchange_markets' },
    },
    {
      what: 'the schedule answers where nobody else does',
      symbol: spot,
      given: { tradingFee: silent, listed: [listedMarket(spot)] },
      expected: {
        makerBps: 2,
        takerBps: 4,
        source: 'config',
        tier: 'base',
        isTierBased: false,
        updatedAtMs: startMs,
      },
    },
    {
      what: 'the exchange is not asked for a market it does not list',
      symbol: symbolOf('DOGE/USDT'),
      given: { tradingFee: async () => told },
      expected: { takerBps: 4, source: 'config' },
    },
    {
      what: 'an exchange without a schedule has the default',
      symbol: spot,
      given: { listed: [], schedules: new Map() },
      expected: { makerBps: 5, takerBps: 10, source: 'default', tier: 'base' },
    },
  ];

  it.each(cases)('$what', async ({ own, symbol, given = {}, expected }) => {
    const { fees } = feesWith(given);
    const account = accountWith(own);
    expect(await fees.of(account, symbol)).toMatchObject({
      venue,
      accountId: account.id,
      symbol,
      ...expected,
    });
  });

  it('without a symbol are asked of the most usual market that the exchange lists', async () => {
    const asked: object[] = [];
    const tradingFee: FeesSession['tradingFee'] = async (market) => {
      asked.push(market);
      return told;
    };
    const quiet = listedMarket(perpetual, { isActive: false });
    for (const listed of [bothListed, [quiet, listedMarket(spot)], []]) {
      const record = await feesWith({ tradingFee, listed }).fees.of(accountWith());
      expect(record.symbol).toBeUndefined();
      expect(record.source).toBe(listed.length > 0 ? 'exchange_api' : 'config');
    }
    expect(asked).toEqual([
      { symbol: perpetual, marketType: 'swap' },
      { symbol: spot, marketType: 'spot' },
    ]);
  });
});

it('without a symbol are of a market that the account has the credentials for', async () => {
  const account = accountOf('kraken');
  const listed = ['BTC/USD:USD', 'BTC/USD'].map((text) => listedMarket(symbolOf(text)));
  const tradingFee: FeesSession['tradingFee'] = async ({ symbol }) => ({ ...told, tier: symbol });
  const { fees } = feesWith({ tradingFee, listed });
  expect(await fees.of(account)).toMatchObject({ tier: 'BTC/USD:USD' });
  const live = {
    ...account,
    id: 'live' as Account['id'],
    mode: 'live',
    hasCredentials: true,
  } as const;
  expect(await fees.of(live)).toMatchObject({ tier: 'BTC/USD' });
});

describe('the schedule', () => {
  it('is that of the document for all exchanges', () => {
    const { fees } = feesWith({});
    const rows = venueIds.map((each) => {
      const { venue: name, makerBps, takerBps, source } = fees.schedule(each);
      return [name, makerBps, takerBps, source];
    });
    expect(rows).toEqual([
      ['binance', 2, 4, 'config'],
      ['bybit', 1, 6, 'config'],
      ['gateio', 2, 4, 'config'],
      ['kraken', 2, 5, 'config'],
      ['okx', 2, 5, 'config'],
      ['hyperliquid', 0, 3.5, 'config'],
    ]);
  });

  it('is of the time the process was started', async () => {
    const { fees, clock } = feesWith({ listed: [] });
    await clock.advance(60_000);
    expect(fees.schedule(venue)).toEqual({
      venue,
      accountId: undefined,
      symbol: undefined,
      makerBps: 2,
      takerBps: 4,
      source: 'config',
      tier: 'base',
      isTierBased: false,
      updatedAtMs: startMs,
    });
  });
});
