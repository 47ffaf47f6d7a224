import {
  krakenPerpsVenue,
  openPerpsTrader,
  showPrice,
} from '../../support/exchanges/kraken/perps.ts';
import { openLiveService } from '../../support/exchanges/simulated.ts';
import { runInverse } from './runInverse.ts';

runInverse('kraken', async () => {
  const live = await openLiveService(krakenPerpsVenue);
  const trader = await openPerpsTrader(live);
  return {
    live,
    account: trader.account,
    contractSize: 1,
    async send({ type, side, contracts, price, clientId }) {
      const order = { symbol: 'PI_XBTUSD', side, size: contracts, cliOrdId: uuidOf(clientId) };
      const made = await trader.futures('POST', 'sendorder', { ...order, ...termsOf(type, price) });
      return made.sendStatus.order_id;
    },
    move: (bid, ask) => showPrice(live, 'BTC/USD:BTC', [bid, ask]),
  };
});

function uuidOf(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function termsOf(type: 'market' | 'limit' | 'stop', price = 0) {
  switch (type) {
    case 'market':
      return { orderType: 'mkt' };
    case 'limit':
      return { orderType: 'lmt', limitPrice: price };
    case 'stop':
      return { orderType: 'stp', stopPrice: price, triggerSignal: 'last' };
  }
}
