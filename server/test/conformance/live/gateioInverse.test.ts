import { inverse, openPerpsTrader } from '../../support/exchanges/gateio/perps.ts';
import { runInverse } from './runInverse.ts';

runInverse('gateio', async () => {
  const trader = await openPerpsTrader();
  return {
    live: trader.live,
    account: trader.account,
    contractSize: 1,
    async send({ type, side, contracts, price, clientId }) {
      const size = side === 'sell' ? -contracts : contracts;
      // 128 bits in base 32.
      const text = `t-${BigInt(`0x${clientId}`).toString(32).padStart(26, '0')}`;
      if (type === 'stop') {
        const initial = { contract: 'BTC_USD', size, price: '0', tif: 'ioc', text };
        const trigger = { price_type: 0, price: String(price), rule: side === 'sell' ? 2 : 1 };
        const made = await trader.there('POST /futures/btc/price_orders', { initial, trigger });
        return made.id_string;
      }
      const terms = price === undefined ? { price: '0', tif: 'ioc' } : { price: String(price) };
      const order = { contract: 'BTC_USD', size, ...terms, text };
      return (await trader.there('POST /futures/btc/orders', order)).id_string;
    },
    move(bid, ask) {
      const book = { bids: [[bid, 5_000]], asks: [[ask, 5_000]] } as const;
      trader.live.simulator.show('gateio', inverse, book);
    },
  };
});
