import type { Exchange } from 'ccxt';

/** Redirects ccxt's requests to an exchange to the simulator; addresses stay production's. */
export async function redirect(exchange: Exchange, simulator: string): Promise<void> {
  exchange.fetchImplementation = (url: string, init: RequestInit) =>
    fetch(url.replace('https://', `${simulator}/`), init);
  const streams = `${simulator.replace('http', 'ws')}/`;
  const addresses = JSON.stringify(exchange.urls.api).replaceAll('wss://', streams);
  exchange.urls.api = JSON.parse(addresses);
  // ccxt requires this once before a stream without TLS.
  await exchange.loadHttpProxyAgent();
}
