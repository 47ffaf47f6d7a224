import { orderEndpoints, portfolioMarginEndpoints, walletEndpoints } from '@windlass/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  krakenPerpsVenue,
  openPerpsTrader,
  type PerpsTrader,
} from '../../support/exchanges/kraken/perps.ts';
import {
  krakenSpotAccount,
  krakenSpotMarkets,
} from '../../support/exchanges/kraken/spotExchange.ts';
import {
  type LiveService,
  openLiveService,
  type SimulatedVenue,
} from '../../support/exchanges/simulated.ts';

// Money between the wallets of kraken, from our API to the wire and back.

let live: LiveService;
let trader: PerpsTrader;
async function open(own: SimulatedVenue) {
  live = await openLiveService(own);
  trader = await openPerpsTrader(live);
}
afterEach(() => live.stop());

const isMoney = /\/(transfer|withdrawal|WalletTransfer)$/;

/** Returns the requests that moved money, of both exchanges. */
const moved = () =>
  (['kraken', 'krakenfutures'] as const).flatMap((venue) =>
    live.simulator.requests(venue).filter(({ path }) => isMoney.test(path)),
  );

/** Moves along a path such as `spot/main`. */
const move = (amount: number, way: string, asset = 'USD') => {
  const [from_account, to_account] = way.split('/');
  return trader.transfer({ asset, amount, from_account, to_account });
};

/** Returns the balances of the cash wallet, in the exchange's own text. */
async function cash(): Promise<Readonly<Record<string, string>>> {
  return (await trader.futures('GET', 'accounts')).accounts.cash.balances;
}

/** Returns the dollars in spot, cash and futures. */
async function dollars() {
  const lying = await cash();
  const [spot, swap] = [await trader.total('spot', 'USD'), await trader.total('swap', 'USD')];
  return [spot, lying.usd ?? '0', swap];
}

describe('a transfer at kraken', () => {
  beforeEach(() => open(krakenPerpsVenue));

  it('goes from spot over main to futures, and back over main', async () => {
    const there = await move(0.1234, 'spot/main');
    expect(there).toMatchObject({ status: 200, json: { data: { status: 'pending' } } });
    expect(there.json.message).toBe('Transfer is under way');
    expect(there.json.data).toMatchObject({
      exchange: 'kraken',
      asset: 'USD',
      amount: 0.1234,
      from_account: 'spot',
      to_account: 'main',
      transfer_id: expect.stringMatching(/^B/),
    });
    expect(await dollars()).toEqual([999_999.8766, '0.1234', 1_000]);
    expect((await move(0.1, 'main/swap')).json.data).toMatchObject({ status: 'completed' });
    expect(await dollars()).toEqual([999_999.8766, '0.0234', 1_000.1]);
    expect((await move(500.1, 'swap/main')).status).toBe(200);
    expect(await dollars()).toEqual([999_999.8766, '500.1234', 500]);
    const back = await move(500.1234, 'main/spot');
    expect(back.json.data).toMatchObject({ status: 'pending' });
    expect(back.json.data.transfer_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(await dollars()).toEqual([1_000_500, '0', 500]);
    expect(moved()).toHaveLength(4);
  });

  it('is told by the words of the cash wallet; dated futures are margined from flex', async () => {
    const told = async (query: Readonly<Record<string, string>>) => {
      const all = new URLSearchParams({ exchange_account_id: trader.account, ...query });
      const { json } = await live.service.app.ask({
        url: `${orderEndpoints.getBalance.path}?${all}`,
      });
      return json.data.total;
    };
    await move(0.25, 'spot/main');
    expect(await told({ wallet: 'main' })).toMatchObject({ USD: 0.25 });
    expect(await told({ wallet: 'future' })).toMatchObject({ USD: 0.25 });
    const flex = await told({ wallet: 'swap' });
    expect(flex).toMatchObject({ USD: 1_000, BTC: 3 });
    expect(await told({ market_type: 'swap' })).toEqual(flex);
    expect(await told({ market_type: 'future' })).toEqual(flex);
  });

  it('goes from futures to spot in one request', async () => {
    expect((await move(250.25, 'swap/spot')).json.data).toMatchObject({ status: 'pending' });
    expect(await dollars()).toEqual([1_000_250.25, '0', 749.75]);
    expect(moved().map(({ path, query }) => [path, query])).toEqual([
      ['/derivatives/api/v3/withdrawal', 'currency=USD&amount=250.25&sourceWallet=flex'],
    ]);
  });

  it('of coins names them as the exchange does, to the last digit', async () => {
    expect((await move(0.00000001, 'spot/main', 'BTC')).status).toBe(200);
    expect(await cash()).toEqual({ xbt: '0.00000001' });
    expect(new URLSearchParams(moved()[0]?.body).get('amount')).toBe('0.00000001');
    expect((await move(0.00000001, 'main/swap', 'BTC')).status).toBe(200);
    expect(await trader.total('swap', 'BTC')).toBe(3.00000001);
  });

  it('to futures is not made straight from spot: it would end in main', async () => {
    const { status, json } = await move(1, 'spot/swap');
    expect([status, json.data.error]).toEqual([400, 'VALIDATION_FAILED']);
    expect(json.data.errors).toMatchObject([
      {
        field: 'to_account',
        message:
          'kraken moves nothing from spot to swap directly: move it from spot to main, ' +
          'and from main to swap',
      },
    ]);
    expect(moved()).toEqual([]);
  });

  it('between wallets that are none, or one, is refused before anything is sent', async () => {
    const unknown = await move(1, 'spot/margin');
    expect([unknown.status, JSON.stringify(unknown.json.data)]).toEqual([
      400,
      expect.stringContaining('kraken has no wallet margin: it has spot, swap, future, main'),
    ]);
    const same = await move(1, 'main/future');
    expect([same.status, JSON.stringify(same.json.data)]).toEqual([
      400,
      expect.stringContaining('source and destination are the same wallet'),
    ]);
    const word = await move(1, 'spot/pocket');
    expect([word.status, JSON.stringify(word.json.data)]).toEqual([
      400,
      expect.stringContaining('to_account must be one of spot, swap, future'),
    ]);
    expect(moved()).toEqual([]);
  });

  it.each([
    ['spot', 'main', 1_000_001],
    ['main', 'swap', 0.01],
    ['main', 'spot', 0.01],
    ['swap', 'main', 1_000.01],
    ['swap', 'spot', 1_000.01],
  ])('of more than %s has does not go to %s', async (from, to, amount) => {
    const before = await dollars();
    const { status, json } = await move(amount, `${from}/${to}`);
    expect([status, json.data.error]).toEqual([400, 'INSUFFICIENT_BALANCE']);
    expect(await dollars()).toEqual(before);
  });

  it('of what an open position holds is refused', async () => {
    await trader.trade('BTC/USD:USD', 'buy', 100);
    const { json } = await move(600, 'swap/main');
    expect(json.data.error).toBe('INSUFFICIENT_BALANCE');
    expect((await move(400, 'swap/main')).status).toBe(200);
  });

  it('of an asset that the exchange does not know is the fault of the request', async () => {
    for (const way of ['spot/main', 'main/swap']) {
      const { status, json } = await move(1, way, 'NOPE');
      expect([way, status, json.data.error]).toEqual([way, 400, 'VALIDATION_FAILED']);
    }
  });

  // A request that never gets an answer has no time left; after a reset connection there is time to
  // repeat.
  describe.each(['neverAnswers', 'resetsBeforeHeaders'] as const)('that %s', (kind) => {
    it.each([
      ['krakenfutures', 'withdrawal', 'swap/spot', [1_000_100, '0', 900]],
      ['krakenfutures', 'transfer', 'swap/main', [1_000_000, '100', 900]],
      ['kraken', 'WalletTransfer', 'spot/main', [999_900, '100', 1_000]],
    ] as const)('at %s (%s) was made, and is sent once', async (...lost) => {
      const [venue, path, way, after] = lost;
      live.simulator.fail(venue, {
        match: (request) => request.path.endsWith(`/${path}`),
        times: 5,
        when: 'after',
        how: { kind },
      });
      const { status, json } = await move(100, way);
      expect([status, json.data]).toMatchObject([
        500,
        { error: 'NETWORK_ERROR', status: 'unknown' },
      ]);
      expect(moved()).toHaveLength(1);
      expect(await dollars()).toEqual(after);
    });
  });
});

describe('what kraken has not', () => {
  it('is portfolio margin', async () => {
    await open(krakenPerpsVenue);
    const query = new URLSearchParams({ exchange_account_id: trader.account });
    const url = `${portfolioMarginEndpoints.getPortfolioMarginBalance.path}?${query}`;
    const { status, json } = await live.service.app.ask({ url });
    expect([status, json.message, json.data]).toEqual([
      400,
      expect.stringMatching(/^Error - kraken does not support portfolio margin\b/),
      { error: 'NOT_SUPPORTED', exchange: 'kraken', feature: 'portfolio_margin' },
    ]);
  });

  it('is futures of an account that has a key of spot alone', async () => {
    live = await openLiveService({
      ...krakenPerpsVenue,
      markets: krakenSpotMarkets,
      account(name) {
        const { credentials, opened } = krakenSpotAccount(name);
        return { credentials, opened: [...opened] };
      },
    });
    const { account } = await live.service.trader({ symbol: 'BTC/USD', marketType: 'spot' });
    const body = { exchange_account_id: account, asset: 'USD', amount: 1 };
    const url = walletEndpoints.transferFunds.path;
    const sent = (from_account: string, to_account: string) =>
      live.service.app.ask({ method: 'POST', url, body: { ...body, from_account, to_account } });
    const there = await sent('spot', 'main');
    expect([there.status, there.json.message]).toEqual([
      500,
      expect.stringContaining('The exchange knows no futures account of the customer.'),
    ]);
    const back = await sent('main', 'spot');
    expect([back.status, back.json.message]).toEqual([
      500,
      `The account ${account} has no credentials for futures.`,
    ]);
  });
});
