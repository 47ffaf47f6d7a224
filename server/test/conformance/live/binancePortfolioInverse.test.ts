import { openPerpsTrader, type PerpsTrader } from '../../support/exchanges/binance/perps.ts';
import { type InverseOrder, runInverse } from './runInverse.ts';

const symbol = 'BTC/USD:BTC';
const api = 'papi.binance.com/papi/v1/cm';

const open = async () => {
  const trader = await openPerpsTrader(true);
  return {
    live: trader.live,
    account: trader.account,
    contractSize: 100,
    send: (order: InverseOrder) => send(trader, order),
    move: (bid: number, ask: number) => trader.mark(symbol, (bid + ask) / 2),
  };
};

runInverse('binance with portfolio margin', open, ['limit']);

async function send(
  trader: PerpsTrader,
  { type, side, contracts, price = 0, clientId }: InverseOrder,
): Promise<string> {
  const order = { symbol: 'BTCUSD_PERP', side: side.toUpperCase(), quantity: contracts };
  const terms =
    type === 'market'
      ? { type: 'MARKET', newOrderRespType: 'RESULT' }
      : { type: 'LIMIT', timeInForce: 'GTC', price };
  const asked = { ...order, ...terms, newClientOrderId: clientId };
  return String((await trader.there(`POST ${api}/order`, asked)).orderId);
}
