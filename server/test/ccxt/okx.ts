import ccxt from 'ccxt';
import { redirect } from './redirect.ts';
import { trade } from './trade.ts';

const exchange = new ccxt.pro.okx({
  apiKey: 'demo-key',
  secret: 'demo-secret',
  password: 'demo-words',
  enableRateLimit: false,
});
await redirect(exchange, process.env.SIMULATOR ?? 'http://127.0.0.1:8765');
await trade(exchange, { symbol: 'BTC/USDT', amount: 0.01 });
// One contract of a hundredth.
await trade(exchange, { symbol: 'BTC/USDT:USDT', amount: 1 });
await exchange.close();
