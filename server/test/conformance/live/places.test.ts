import { accountEndpoints, orderEndpoints } from '@windlass/contract';
import type { SiteName } from '@windlass/simulator';
import { afterEach, describe, expect, it } from 'vitest';
import { binanceSimulated } from '../../support/exchanges/binance/exchange.ts';
import { bybitSimulated } from '../../support/exchanges/bybit/exchange.ts';
import { gateioSimulated } from '../../support/exchanges/gateio/exchange.ts';
import { hyperliquidSimulated } from '../../support/exchanges/hyperliquid/exchange.ts';
import { okxSimulated } from '../../support/exchanges/okx/exchange.ts';
import { openPlacedExchange, type PlacedExchange } from '../../support/exchanges/placed.ts';
import type { SimulatedVenue } from '../../support/exchanges/simulated.ts';

interface Case {
  readonly own: SimulatedVenue;
  readonly environment: string;
  readonly region: string;
  readonly site: SiteName;
  /** The first host that is called there. */
  readonly host: string;
  /** The site with the books of its environment, if the site itself has none. */
  readonly booksAt?: SiteName;
  /** The books that its orders meet. */
  readonly books: 'own' | 'production';
}

const cases: readonly Case[] = [
  {
    own: okxSimulated,
    environment: 'production',
    region: 'eea',
    site: 'okx-eea',
    host: 'eea.okx.com',
    books: 'production',
  },
  {
    own: okxSimulated,
    environment: 'production',
    region: 'us',
    site: 'okx-us',
    host: 'us.okx.com',
    books: 'production',
  },
  {
    own: okxSimulated,
    environment: 'demo',
    region: 'global',
    site: 'okx-demo',
    host: 'www.okx.com',
    books: 'own',
  },
  {
    own: okxSimulated,
    environment: 'demo',
    region: 'eea',
    site: 'okx-eea-demo',
    booksAt: 'okx-demo',
    host: 'eea.okx.com',
    books: 'own',
  },
  {
    own: bybitSimulated,
    environment: 'production',
    region: 'eu',
    site: 'bybit-eu',
    host: 'api.bybit.eu',
    books: 'production',
  },
  {
    own: bybitSimulated,
    environment: 'demo',
    region: 'global',
    site: 'bybit-demo',
    host: 'api-demo.bybit.com',
    books: 'production',
  },
  {
    own: bybitSimulated,
    environment: 'testnet',
    region: 'global',
    site: 'bybit-testnet',
    host: 'api-testnet.bybit.com',
    books: 'own',
  },
  {
    own: binanceSimulated,
    environment: 'testnet',
    region: 'global',
    site: 'binance-testnet',
    host: 'testnet.binance.vision',
    books: 'own',
  },
  {
    own: binanceSimulated,
    environment: 'demo',
    region: 'global',
    site: 'binance-demo',
    host: 'demo-api.binance.com',
    books: 'own',
  },
  {
    own: gateioSimulated,
    environment: 'testnet',
    region: 'global',
    site: 'gateio-testnet',
    host: 'api-testnet.gateapi.io',
    books: 'own',
  },
  {
    own: hyperliquidSimulated,
    environment: 'testnet',
    region: 'global',
    site: 'hyperliquid-testnet',
    host: 'api.hyperliquid-testnet.xyz',
    books: 'own',
  },
];

let placed: PlacedExchange | undefined;
afterEach(async () => {
  await placed?.stop();
  placed = undefined;
});

describe.each(cases)('an account at $own.venue in $environment, $region', (each) => {
  const { own, environment, region, site, host, books } = each;
  const place = { environment, region };
  const verify = async (exchange: PlacedExchange, id: string) => {
    const { method, path } = accountEndpoints.verifyAccount;
    const { json } = await exchange.app.ask({ method, url: path.replace(':id', id) });
    const checks: readonly { check: string; status: string; message: string }[] = json.data.checks;
    return checks.filter(({ check }) => check === 'credentials');
  };

  it('asks its own host, trades there and nowhere else', async () => {
    placed = await openPlacedExchange(own, each);
    const { app, simulator, open, pass } = placed;
    await open('there', place, [site]);
    const [credentials] = await verify(placed, 'there');
    expect(credentials).toMatchObject({ status: 'ok' });
    expect(credentials?.message).toContain(host);
    expect(credentials?.message).toContain(`environment ${environment}, region ${region}`);
    const traded = own.markets.filter(
      ({ marketType }) =>
        !(site === 'gateio-testnet' && marketType === 'spot') &&
        !(site === 'bybit-eu' && marketType !== 'spot'),
    );
    const mid = books === 'own' ? 200.5 : 100.5;
    await pass(3_000);
    for (const { symbol, marketType } of traded) {
      const order = { exchange_account_id: 'there', symbol, side: 'buy', quantity: 1 };
      // Twice the price of the other book: one of the two would be far beyond the collar.
      const near = { ...order, order_type: 'limit', price: mid - 1.5 };
      const taken = await app.submit(near);
      expect([taken.status, taken.json.data.order_status], taken.text).toEqual([200, 'open']);
      const wild = { ...order, order_type: 'limit', price: mid * 1.2 };
      const refused = await app.submit(wild);
      expect(refused.json.data, refused.text).toMatchObject({
        error: 'PRICE_COLLAR_EXCEEDED',
        reference_price: mid,
      });
      const query = { exchange_account_id: 'there', market_type: marketType };
      const canceled = await app.cancel(taken.json.data.order_id, query);
      expect(canceled.json.data.status, canceled.text).toBe('canceled');
    }
    for (const { symbol } of own.markets.filter((one) => !traded.includes(one))) {
      const order = { exchange_account_id: 'there', symbol, side: 'buy', quantity: 1 };
      const refused = await app.submit({ ...order, order_type: 'limit', price: mid });
      expect(refused.json.data.error, refused.text).toBe('NOT_SUPPORTED');
    }
    expect(simulator.accepted(site)).toBe(traded.length);
    expect(simulator.accepted(own.venue as SiteName)).toBe(0);
  }, 60_000);

  it('is told when its key is one of production, with both fields', async () => {
    placed = await openPlacedExchange(own, each);
    const { app, open } = placed;
    await open('stranger', place, [own.venue as SiteName]);
    const [credentials, found] = await verify(placed, 'stranger');
    expect(credentials).toMatchObject({ status: 'failed' });
    // Its other regions are tried, since few users know which they are in.
    const isOfRegion = own === okxSimulated && environment === 'production';
    expect(found?.message).toBe(
      isOfRegion
        ? 'The key is good at www.okx.com (environment production, region global): add the ' +
            'account again, with that region.'
        : undefined,
    );
    expect(credentials?.message).toContain(host);
    expect(credentials?.message).toContain(`environment ${environment}, region ${region}`);
    const { path } = orderEndpoints.getBalance;
    const marketType = own.markets.at(-1)?.marketType ?? 'swap';
    const query = new URLSearchParams({
      exchange_account_id: 'stranger',
      market_type: site === 'bybit-eu' ? 'spot' : marketType,
    });
    const balance = await app.ask({ url: `${path}?${query}` });
    // Anybody may read any account of hyperliquid: only signed requests are refused.
    if (balance.status !== 200) expect(balance.json.message).toContain(host);
    expect(balance.status === 200).toBe(own === hyperliquidSimulated);
  }, 60_000);
});
