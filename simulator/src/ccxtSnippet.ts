/** ccxt's settings, and the address at which the simulator listens. */
export interface SnippetAsked {
  /** Such as `http://127.0.0.1:8765`. */
  readonly url: string;
  /** ccxt's name of the exchange. */
  readonly exchangeClass: string;
  /** Credentials by ccxt's names. */
  readonly credentials: Readonly<Record<string, string>>;
  /** ccxt's name of the market, which is also ours. */
  readonly symbol: string;
}

export type SnippetLanguage = 'typescript' | 'python';

/** Returns a complete program that trades on the simulator over ccxt. */
export function ccxtSnippet(language: SnippetLanguage, asked: SnippetAsked): string {
  return language === 'typescript' ? typescriptSnippet(asked) : pythonSnippet(asked);
}

/** ccxt keeps the real addresses, by which it chooses its errors. */
function typescriptSnippet({ url, exchangeClass, credentials, symbol }: SnippetAsked): string {
  const own = Object.entries(credentials).map(([name, value]) => `  ${name}: '${value}',`);
  return `import ccxt from 'ccxt';

const simulator = '${url}';
const exchange = new ccxt.pro.${exchangeClass}({
${own.join('\n')}
});

// Requests and streams go to the simulator; this is all that differs from the real thing.
exchange.fetchImplementation = (url: string, init: RequestInit) =>
  fetch(url.replace('https://', \`\${simulator}/\`), init);
const streams = \`\${simulator.replace('http', 'ws')}/\`;
exchange.urls.api = JSON.parse(JSON.stringify(exchange.urls.api).replaceAll('wss://', streams));
await exchange.loadHttpProxyAgent();

const book = await exchange.watchOrderBook('${symbol}');
const bid = Number(book.bids[0]?.[0]);
console.log('best bid', bid, 'best ask', book.asks[0]?.[0]);
const order = await exchange.createOrder('${symbol}', 'limit', 'buy', 0.01, bid * 0.99);
console.log('order', order.id);
await exchange.cancelOrder(order.id ?? '', '${symbol}');
console.log('balance', (await exchange.fetchBalance())['total']);
await exchange.close();
`;
}

/** Requests use `proxyUrl`; streams use addresses that begin with the real host. */
function pythonSnippet({ url, exchangeClass, credentials, symbol }: SnippetAsked): string {
  const own = Object.entries(credentials).map(([name, value]) => `        '${name}': '${value}',`);
  return `import asyncio
import json
import ccxt.pro

simulator = '${url}'


async def main():
    exchange = ccxt.pro.${exchangeClass}({
${own.join('\n')}
    })
    # Requests and streams go to the simulator; this is all that differs from the real thing.
    exchange.proxyUrl = simulator + '/'
    streams = simulator.replace('http', 'ws') + '/'
    exchange.urls['api'] = json.loads(json.dumps(exchange.urls['api']).replace('wss://', streams))
    try:
        book = await exchange.watch_order_book('${symbol}')
        bid = float(book['bids'][0][0])
        print('best bid', bid, 'best ask', book['asks'][0][0])
        order = await exchange.create_order('${symbol}', 'limit', 'buy', 0.01, bid * 0.99)
        print('order', order['id'])
        await exchange.cancel_order(order['id'], '${symbol}')
        print('balance', (await exchange.fetch_balance())['total'])
    finally:
        await exchange.close()


asyncio.run(main())
`;
}
