import ccxt from 'ccxt';
import { redirect } from './redirect.ts';
import { trade } from './trade.ts';

const exchange = new ccxt.pro.bybit({
  apiKey: 'demo-key',
  secret: 'demo-secret',
  enableRateLimit: false,
  // ccxt requires this confirmation that only the newest orders are found by their id.
  options: { fetchOrder: { acknowledged: true } },
});
await redirect(exchange, process.env.SIMULATOR ?? 'http://127.0.0.1:8765');
await trade(exchange, { symbol: 'BTC/USDT', amount: 0.01 });
await trade(exchange, { symbol: 'BTC/USDT:USDT', amount: 0.01 });
await exchange.close();
