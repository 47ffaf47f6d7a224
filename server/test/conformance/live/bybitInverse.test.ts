import {
  bybitContracts,
  inverse,
  openTrader,
  show,
  tradeInverse,
} from '../../support/exchanges/bybit/contracts.ts';
import { openLiveService } from '../../support/exchanges/simulated.ts';
import { runInverse } from './runInverse.ts';

runInverse('bybit', async () => {
  const live = await openLiveService(bybitContracts);
  const trader = await openTrader(live);
  return {
    live,
    account: trader.account,
    contractSize: 1,
    send({ type, side, contracts, price, clientId }) {
      return tradeInverse(live, trader, {
        side: side === 'buy' ? 'Buy' : 'Sell',
        qty: String(contracts),
        orderLinkId: clientId,
        ...termsOf(type, price),
      });
    },
    move: (bid, ask) => show(live, inverse, [bid, ask]),
  };
});

function termsOf(
  type: 'market' | 'limit' | 'stop',
  price = 0,
): Readonly<Record<string, string | number>> {
  switch (type) {
    case 'market':
      return {};
    case 'limit':
      return { orderType: 'Limit', price: String(price) };
    case 'stop':
      return { triggerPrice: String(price), triggerDirection: 2 };
  }
}
