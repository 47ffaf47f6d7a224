import ccxt from 'ccxt';
import { redirect } from './redirect.ts';
import { trade } from './trade.ts';

const exchange = new ccxt.pro.krakenfutures({
  // The exchange's secrets are in Base64.
  apiKey: 'demo-key',
  secret: 'ZGVtby1zZWNyZXQ=',
  enableRateLimit: false,
});
await redirect(exchange, process.env.SIMULATOR ?? 'http://127.0.0.1:8765');
await trade(exchange, { symbol: 'BTC/USD:USD', amount: 0.01 });
await exchange.close();
