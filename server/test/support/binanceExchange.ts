import { createSimulator, type Simulator } from '@windlass/simulator';
import type { ManualClock } from '../../src/kit/manualClock.ts';
import { binanceDialect } from '../../src/trading/venues/binance/live/dialect.ts';
import type { BookLevel } from '../../src/trading/venues/bookPort.ts';
import { mutantOf } from './liveMutants.ts';
import { type LiveExchange, openHouse } from './madeHouse.ts';

const wallets = {
  spot: { USDT: '1000000', BTC: '10000' },
  usdm: { USDT: '1000000' },
} as const;
const steps = {
  ...{ tick: '0.01', lot: '0.0001', minQuantity: '0.0001', minNotional: '5' },
  ...{ makerFeePpm: 200, takerFeePpm: 500 },
} as const;

export const binanceSpot = { symbol: 'BTC/USDT', marketType: 'spot' } as const;
export const binanceSwap = { symbol: 'BTC/USDT:USDT', marketType: 'swap' } as const;

/** Prices that a test worked out are off the steps by the noise of its numbers. */
const onGrid = (levels: readonly BookLevel[]) =>
  levels.map(([price, quantity]) => [price.toFixed(2), quantity] as const);

/** Books that meet whatever rests there, or set it off: orders of earlier tests are in the way. */
const sweeps = [
  { bids: [['900', '100000']], asks: [['901', '100000']] },
  { bids: [['1', '100000']], asks: [['2', '100000']] },
] as const;

/** Binance as the simulator plays it. */
export async function binanceExchange(
  clock: ManualClock,
): Promise<LiveExchange & { readonly simulator: Simulator }> {
  const simulator = createSimulator({
    now: () => clock.now(),
    schedule: (delayMs, work) => void clock.schedule(delayMs, work),
  });
  const { url } = await simulator.listen();
  const pair = { base: 'BTC', quote: 'USDT' };
  const names = new Map([
    ['BTC/USDT', simulator.defineMarket('binance', { kind: 'spot', ...pair, ...steps })],
    ['BTC/USDT:USDT', simulator.defineMarket('binance', { kind: 'swap', ...pair, ...steps })],
  ]);
  const mutant = process.env.WINDLASS_PLANTED;
  return {
    simulator,
    ...(mutant && { liveDialects: () => [mutantOf(binanceDialect, mutant)] }),
    env: { WINDLASS_VENUE_TRANSPORT: `simulator:${url}`, WINDLASS_DEV_MODE: 'off' },
    account(name) {
      const credentials = { api_key: `key-of-${name}`, api_secret: `secret-of-${name}` };
      const { api_key: apiKey, api_secret: secret } = credentials;
      for (const market of names.values()) {
        for (const sides of sweeps) simulator.show('binance', market, sides);
      }
      simulator.addAccount({ venue: 'binance', apiKey, secret, balances: wallets });
      return { credentials };
    },
    show(symbol, { bids = [], asks = [] }) {
      const name = names.get(symbol);
      if (name) simulator.show('binance', name, { bids: onGrid(bids), asks: onGrid(asks) });
    },
    stop: () => simulator.close(),
  };
}

/** The service with live accounts there, in both kinds of its markets. */
export async function openBinanceHouse() {
  const opened: Awaited<ReturnType<typeof binanceExchange>>[] = [];
  const house = await openHouse({
    venue: 'binance',
    markets: [binanceSpot, binanceSwap],
    async live(clock) {
      const exchange = await binanceExchange(clock);
      opened.push(exchange);
      return exchange;
    },
  });
  const [exchange] = opened;
  if (!exchange) throw new Error('the exchange is opened with the house');
  const stop = async () => {
    await house.app.stop();
    await exchange.stop();
  };
  return { house, simulator: exchange.simulator, stop };
}
