import { askOkx } from '../../support/exchanges/okx/asking.ts';
import { okxPerpsSimulated } from '../../support/exchanges/okx/perpsExchange.ts';
import { perpTrader } from '../../support/exchanges/perpTrader.ts';
import { openLiveService } from '../../support/exchanges/simulated.ts';
import { runInverse } from './runInverse.ts';

const symbol = 'BTC/USD:BTC';
const market = { instId: 'BTC-USD-SWAP', tdMode: 'cross' } as const;

runInverse('okx', async () => {
  const live = await openLiveService(okxPerpsSimulated);
  const trader = await perpTrader(live, okxPerpsSimulated, 'BTC/USDT:USDT');
  return {
    live,
    account: trader.account,
    contractSize: 100,
    async send({ type, side, contracts, price, clientId }) {
      const order = { ...market, side, sz: String(contracts) };
      if (type === 'stop') {
        const stop = { ordType: 'conditional', slTriggerPx: String(price), slOrdPx: '-1' };
        const body = { ...order, ...stop, algoClOrdId: clientId };
        const [made] = await askOkx(live, trader.account, {
          target: '/api/v5/trade/order-algo',
          body,
        });
        return made.algoId;
      }
      const px = price === undefined ? {} : { px: String(price) };
      const body = { ...order, ordType: type, ...px, clOrdId: clientId };
      const [made] = await askOkx(live, trader.account, { target: '/api/v5/trade/order', body });
      return made.ordId;
    },
    move: (bid, ask) => trader.move(symbol, bid, ask),
  };
});
