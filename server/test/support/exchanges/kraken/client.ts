import { Secret } from '../../../../src/kit/secret.ts';
import { type InstrumentSymbol, parseSymbol } from '../../../../src/trading/model/symbol.ts';
import { loadCcxtClass } from '../../../../src/trading/venues/shared/ccxtClass.ts';
import {
  type CcxtTradingClass,
  createTradingClient,
} from '../../../../src/trading/venues/shared/live/ccxtClient.ts';
import type {
  Dialect,
  DialectCall,
  OrderLink,
} from '../../../../src/trading/venues/shared/live/dialect.ts';
import type { TradeRequest } from '../../../../src/trading/venues/shared/live/tradeHttp.ts';
import type { VenueFill, VenueOrder } from '../../../../src/trading/venues/venuePort.ts';
import { memoryMarginModes } from '../../accounts/marginModes.ts';
import { ccxtMarkets, type MadeCcxtMarket } from '../../ccxt/markets.ts';
import { createManualClock } from '../../manualClock.ts';

/** An id in the format of orders, made at the manual clock's time; and in that of futures. */
export const clientId = '018bcfe568007abc8def0123456789ab';
export const uuid = '018bcfe5-6800-7abc-8def-0123456789ab';

export const krakenSecrets = {
  apiKey: new Secret('key'),
  apiSecret: new Secret(Buffer.from('secret').toString('base64')),
};

export const spotMarkets: readonly MadeCcxtMarket[] = [
  {
    id: 'XXBTZUSD',
    symbol: 'BTC/USD',
    amountStep: 1e-8,
    priceStep: 0.1,
    info: { altname: 'XBTUSD', wsname: 'XBT/USD' },
  },
  { id: 'LTCUSDT', symbol: 'LTC/USDT', info: { altname: 'LTCUSDT', wsname: 'LTC/USDT' } },
];

export const futuresMarkets: readonly MadeCcxtMarket[] = [
  { id: 'PF_XBTUSD', symbol: 'BTC/USD:USD', amountStep: 0.0001, priceStep: 1 },
  { id: 'PF_LTCUSD', symbol: 'LTC/USD:USD', amountStep: 0.01, priceStep: 0.01 },
  { id: 'FF_XBTUSD_231229', symbol: 'BTC/USD:USD-231229', amountStep: 0.0001, priceStep: 1 },
  { id: 'PI_XBTUSD', symbol: 'BTC/USD:BTC', amountStep: 1, priceStep: 0.5, isInverse: true },
  { id: 'PF_XRPUSD', symbol: 'XRP/USD:USD', amountStep: 1, contractSize: 10 },
  { id: 'PV_ETHUSD', symbol: 'ETH/USD:USD', amountStep: 0.001, priceStep: 0.1 },
];

/** A request on the wire, without keys, signature and nonce. */
export interface KrakenWire {
  readonly method: string;
  readonly address: string;
  readonly fields: Readonly<Record<string, string>>;
}

export interface KrakenAnswer {
  readonly status?: number;
  readonly body: unknown;
}

type KrakenAnswers = readonly KrakenAnswer[] | ((asked: KrakenWire) => KrakenAnswer);

/**
 * Opens a dialect through ccxt's own class, with an exchange that gives these answers one by one,
 * or answers by request.
 */
export async function openKrakenDialect(dialect: Dialect, answers: KrakenAnswers) {
  const wire: KrakenWire[] = [];
  const fills: VenueFill[] = [];
  const links = new Map<string, OrderLink>();
  const heard = (seen: readonly VenueFill[]) => void fills.push(...seen);
  const nonces: number[] = [];
  const send = async (request: TradeRequest) => {
    const asked = toWire(request, nonces);
    const answer = typeof answers === 'function' ? answers(asked) : answers[wire.length];
    wire.push(asked);
    if (!answer) throw new Error(`No answer is there for ${request.url}`);
    const { status = 200, body } = answer;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return { status, headers: {}, text };
  };
  const clock = createManualClock();
  const Exchange = await loadCcxtClass<CcxtTradingClass>(dialect.ccxtClass);
  const made = dialect.ccxtClass === 'kraken' ? spotMarkets : futuresMarkets;
  const markets = ccxtMarkets(Exchange, made);
  // As the class itself does when it lists the markets.
  const listed = made.map(({ symbol }) => markets.market(symbol));
  markets.options.marketsByAltname = Object.fromEntries(
    listed.map((market) => [market.info.altname, market]),
  );
  const { signal } = new AbortController();
  const { options, addresses, isOrdered, signOtherwise, stamp } = dialect;
  const deps = { clock, send, options, addresses, isOrdered, signOtherwise, stamp, signal };
  const client = createTradingClient(Exchange, { markets, credentials: krakenSecrets }, deps);
  const run = <Value>(work: (call: DialectCall) => Promise<Value>): Promise<Value> =>
    client.call({ signal, purpose: 'caller' }, (ccxt) =>
      work({ client: ccxt, clock, links, heard, marginModes: memoryMarginModes() }),
    );
  return { wire, nonces, fills, links, clock, client, run };
}

function toWire({ url, method, body }: TradeRequest, nonces: number[]): KrakenWire {
  const { host, pathname, searchParams } = new URL(url);
  const form = new URLSearchParams(body ?? '');
  const { nonce, ...fields } = Object.fromEntries([...searchParams, ...form]);
  if (nonce !== undefined) nonces.push(Number(nonce));
  return { method, address: host + pathname, fields };
}

export function symbolOf(text: string): InstrumentSymbol {
  const symbol = parseSymbol(text);
  if (!symbol) throw new Error(`${text} is no symbol`);
  return symbol;
}

/** Returns a limit order of a hundredth of a coin, with the given changes. */
export function krakenOrder(
  said: Partial<VenueOrder> & Pick<VenueOrder, 'marketType'>,
): VenueOrder {
  return {
    clientId,
    side: 'buy',
    type: 'limit',
    quantity: '0.01',
    price: '40000',
    symbol: symbolOf(said.marketType === 'spot' ? 'BTC/USD' : 'BTC/USD:USD'),
    stopPrice: undefined,
    trailingDelta: undefined,
    timeInForce: 'GTC',
    reduceOnly: false,
    ...said,
  };
}
