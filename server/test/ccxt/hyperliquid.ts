import ccxt from 'ccxt';
import { redirect } from './redirect.ts';
import { trade } from './trade.ts';

const exchange = new ccxt.pro.hyperliquid({
  walletAddress: '0x1563915e194d8cfba1943570603f7606a3115508',
  privateKey: `0x${'2'.repeat(64)}`,
  enableRateLimit: false,
});
await redirect(exchange, process.env.SIMULATOR ?? 'http://127.0.0.1:8765');
// The worst price of a market order is calculated from a price.
await trade(exchange, { symbol: 'BTC/USDC:USDC', amount: 0.01, isMarketPriced: true });
await exchange.close();
