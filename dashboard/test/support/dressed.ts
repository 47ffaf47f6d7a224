import type { ServedPage } from './servedPage.ts';

/** Fills an empty service with the data of an hour's trading, for pictures and axe. */
export async function dressService({ client }: ServedPage): Promise<void> {
  const venues = ['binance', 'bybit', 'gateio', 'kraken'];
  await client.subscribeOrderbook({ symbols: ['BTC/USDT', 'ETH/USDT'], venues });
  const account = { exchange_account_id: 'paper-binance', symbol: 'BTC/USDT' };
  await client.submitOrder({ ...account, side: 'buy', order_type: 'market', quantity: 0.05 });
  await client.submitOrder({
    ...account,
    side: 'buy',
    order_type: 'limit',
    quantity: 0.1,
    price: 20_000,
  });
  for (const [id, side, quantity] of [
    ['paper-bybit', 'buy', 0.5],
    ['paper-okx', 'sell', 0.3],
  ] as const) {
    const perp = { exchange_account_id: id, symbol: 'BTC/USDT:USDT', market_type: 'swap' } as const;
    await client.submitOrder({ ...perp, side, order_type: 'market', quantity });
  }
  await client.startAlgorithm({
    algorithm_type: 'twap',
    symbol: 'BTC/USDT',
    side: 'buy',
    quantity: 0.2,
    exchange_account_ids: ['paper-binance', 'paper-kraken'],
    params: { duration_seconds: 60, interval_seconds: 5, aggression: 'aggressive' },
  });
}
