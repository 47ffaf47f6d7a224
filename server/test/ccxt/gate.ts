import ccxt from 'ccxt';
import { redirect } from './redirect.ts';
import { trade } from './trade.ts';

const exchange = new ccxt.pro.gate({
  apiKey: 'demo-key',
  secret: 'demo-secret',
  enableRateLimit: false,
});
await redirect(exchange, process.env.SIMULATOR ?? 'http://127.0.0.1:8765');
// The cost of a market buy is calculated from a price.
await trade(exchange, { symbol: 'BTC/USDT', amount: 0.01, isMarketPriced: true });
// A hundred contracts of a ten-thousandth each.
await trade(exchange, { symbol: 'BTC/USDT:USDT', amount: 100, wallet: { type: 'swap' } });
await exchange.close();
