import { expect, test } from 'vitest';
import { venueNames } from '../test/support/venueNames.ts';
import {
  announce,
  announceJson,
  ccxtClassOf,
  credentialsOf,
  type Running,
} from './announcement.ts';
import { ccxtSnippet } from './ccxtSnippet.ts';
import { twins } from './twins.ts';

const running: Running = {
  url: 'http://127.0.0.1:8765',
  seed: 3,
  faults: 'off',
  venues: ['okx', 'hyperliquid'],
  markets: (venue) => (venue === 'okx' ? ['BTC/USDT', 'BTC/USDT:USDT'] : ['BTC/USDC:USDC']),
};

const text = announce(running);

test('people read where everything is, and with whom to trade', () => {
  expect(text.slice(0, text.indexOf('TypeScript'))).toMatchInlineSnapshot(`
    "2 exchanges at http://127.0.0.1:8765 (seed 3, faults off); Ctrl-C ends them.

    Reach them by any of
      the exchange's own Host header at http://127.0.0.1:8765
      http://127.0.0.1:8765/<host>/<path> for requests
      ws://127.0.0.1:8765/<host>/<path> for streams
      WINDLASS_VENUE_TRANSPORT=simulator:http://127.0.0.1:8765 for a Windlass service

    okx (ccxt.pro.okx)
      hosts    www.okx.com, aws.okx.com, ws.okx.com
      markets  BTC/USDT, BTC/USDT:USDT
      account  spot, swaps and futures
        apiKey        de300000-0000-4000-8000-000000000001
        secret        DE30000000000000000000000000DE30
        password      Windlass-demo-1

    hyperliquid (ccxt.pro.hyperliquid)
      hosts    api.hyperliquid.xyz
      markets  BTC/USDC:USDC
      account  perpetuals
        walletAddress 0xb0406053d87af95c7d4c54b97884b4e1cc09cdfb
        privateKey    0xde30de30de30de30de30de30de30de30de30de30de30de30de30de30de30de30

    "
  `);
});

test('a program in TypeScript follows', () => {
  const at = text.indexOf('TypeScript');
  expect(text.slice(at, text.indexOf('Python'))).toMatchInlineSnapshot(`
    "TypeScript, for okx (another exchange's: name it first in --venues):

    import ccxt from 'ccxt';

    const simulator = 'http://127.0.0.1:8765';
    const exchange = new ccxt.pro.okx({
      apiKey: 'de300000-0000-4000-8000-000000000001',
      secret: 'DE30000000000000000000000000DE30',
      password: 'Windlass-demo-1',
    });

    // Requests and streams go to the simulator; this is all that differs from the real thing.
    exchange.fetchImplementation = (url: string, init: RequestInit) =>
      fetch(url.replace('https://', \`\${simulator}/\`), init);
    const streams = \`\${simulator.replace('http', 'ws')}/\`;
    exchange.urls.api = JSON.parse(JSON.stringify(exchange.urls.api).replaceAll('wss://', streams));
    await exchange.loadHttpProxyAgent();

    const book = await exchange.watchOrderBook('BTC/USDT');
    const bid = Number(book.bids[0]?.[0]);
    console.log('best bid', bid, 'best ask', book.asks[0]?.[0]);
    const order = await exchange.createOrder('BTC/USDT', 'limit', 'buy', 0.01, bid * 0.99);
    console.log('order', order.id);
    await exchange.cancelOrder(order.id ?? '', 'BTC/USDT');
    console.log('balance', (await exchange.fetchBalance())['total']);
    await exchange.close();

    "
  `);
});

test('the same in Python ends it', () => {
  expect(text.slice(text.indexOf('Python'))).toMatchInlineSnapshot(`
    "Python, for okx (another exchange's: name it first in --venues):

    import asyncio
    import json
    import ccxt.pro

    simulator = 'http://127.0.0.1:8765'


    async def main():
        exchange = ccxt.pro.okx({
            'apiKey': 'de300000-0000-4000-8000-000000000001',
            'secret': 'DE30000000000000000000000000DE30',
            'password': 'Windlass-demo-1',
        })
        # Requests and streams go to the simulator; this is all that differs from the real thing.
        exchange.proxyUrl = simulator + '/'
        streams = simulator.replace('http', 'ws') + '/'
        exchange.urls['api'] = json.loads(json.dumps(exchange.urls['api']).replace('wss://', streams))
        try:
            book = await exchange.watch_order_book('BTC/USDT')
            bid = float(book['bids'][0][0])
            print('best bid', bid, 'best ask', book['asks'][0][0])
            order = await exchange.create_order('BTC/USDT', 'limit', 'buy', 0.01, bid * 0.99)
            print('order', order['id'])
            await exchange.cancel_order(order['id'], 'BTC/USDT')
            print('balance', (await exchange.fetch_balance())['total'])
        finally:
            await exchange.close()


    asyncio.run(main())
    "
  `);
});

test('programs read the same in one line', () => {
  const line = announceJson(running);
  expect(line.indexOf('\n')).toBe(line.length - 1);
  expect(JSON.parse(line)).toMatchInlineSnapshot(`
    {
      "faults": "off",
      "seed": 3,
      "transport": "simulator:http://127.0.0.1:8765",
      "url": "http://127.0.0.1:8765",
      "venues": [
        {
          "accounts": [
            {
              "credentials": {
                "apiKey": "de300000-0000-4000-8000-000000000001",
                "password": "Windlass-demo-1",
                "secret": "DE30000000000000000000000000DE30",
              },
              "purpose": "spot, swaps and futures",
            },
          ],
          "ccxt": "okx",
          "hosts": [
            "www.okx.com",
            "aws.okx.com",
            "ws.okx.com",
          ],
          "markets": [
            "BTC/USDT",
            "BTC/USDT:USDT",
          ],
          "venue": "okx",
        },
        {
          "accounts": [
            {
              "credentials": {
                "privateKey": "0xde30de30de30de30de30de30de30de30de30de30de30de30de30de30de30de30",
                "walletAddress": "0xb0406053d87af95c7d4c54b97884b4e1cc09cdfb",
              },
              "purpose": "perpetuals",
            },
          ],
          "ccxt": "hyperliquid",
          "hosts": [
            "api.hyperliquid.xyz",
          ],
          "markets": [
            "BTC/USDC:USDC",
          ],
          "venue": "hyperliquid",
        },
      ],
    }
  `);
});

test('each exchange has a snippet of its own in both languages, with its credentials', () => {
  const accounts = venueNames.flatMap((venue) =>
    twins[venue].listing.accounts.map((account) => ({ venue, account })),
  );
  for (const { venue, account } of accounts) {
    const credentials = credentialsOf(venue, account);
    const exchangeClass = ccxtClassOf(venue);
    const asked = { url: running.url, exchangeClass, credentials, symbol: 'BTC/USD' };
    const texts = [ccxtSnippet('typescript', asked), ccxtSnippet('python', asked)];
    const wanted = Object.values(credentials).map((value) => `'${value}',`);
    for (const each of texts) {
      expect(wanted.filter((value) => !each.includes(value))).toEqual([]);
      expect(each).toContain(`ccxt.pro.${exchangeClass}({`);
      expect(each).not.toContain('undefined');
    }
  }
});
