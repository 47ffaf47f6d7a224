import { Secret } from '../../../../src/kit/secret.ts';
import type { InstrumentSymbol } from '../../../../src/trading/model/symbol.ts';
import { okxDialect } from '../../../../src/trading/venues/okx/trading/dialect.ts';
import { loadCcxtClass } from '../../../../src/trading/venues/shared/ccxtClass.ts';
import {
  type CcxtTradingClass,
  createTradingClient,
} from '../../../../src/trading/venues/shared/live/ccxtClient.ts';
import type { DialectCall, OrderLink } from '../../../../src/trading/venues/shared/live/dialect.ts';
import type { TradeRequest } from '../../../../src/trading/venues/shared/live/tradeHttp.ts';
import type { VenueFill, VenueOrder } from '../../../../src/trading/venues/venuePort.ts';
import { memoryMarginModes } from '../../accounts/marginModes.ts';
import { ccxtMarkets } from '../../ccxt/markets.ts';
import { createManualClock } from '../../manualClock.ts';

/** One request as the exchange sees it, without its signature. */
export interface OkxAsked {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Data of a successful answer, or a whole answer with its status. */
export type OkxAnswer =
  | readonly unknown[]
  | { readonly status?: number; readonly text: string }
  | Error;

export const okxMarkets = [
  { id: 'BTC-USDT', symbol: 'BTC/USDT', amountStep: 0.00000001, priceStep: 0.1 },
  { id: 'BTC-USDT-SWAP', symbol: 'BTC/USDT:USDT', amountStep: 0.01, contractSize: 0.01 },
  {
    id: 'ETH-USDT-261225',
    symbol: 'ETH/USDT:USDT-261225',
    amountStep: 1,
    contractSize: 0.1,
    info: { ctMult: '2' },
  },
  { id: 'BTC-USD-SWAP', symbol: 'BTC/USD:BTC', amountStep: 1, contractSize: 100 },
];

export const okxSpot = { symbol: 'BTC/USDT' as InstrumentSymbol, marketType: 'spot' } as const;
export const okxSwap = { symbol: 'BTC/USDT:USDT' as InstrumentSymbol, marketType: 'swap' } as const;
/** A contract of it is 0.2 ETH. */
export const okxFuture = {
  symbol: 'ETH/USDT:USDT-261225' as InstrumentSymbol,
  marketType: 'future',
} as const;

export const okxClientId = '0123456789abcdef0123456789abcdef';

export function okxOrder(parts: Partial<VenueOrder>): VenueOrder {
  return {
    clientId: okxClientId,
    ...okxSpot,
    side: 'buy',
    type: 'limit',
    quantity: '0.5',
    price: '60000',
    stopPrice: undefined,
    trailingDelta: undefined,
    timeInForce: 'GTC',
    reduceOnly: false,
    ...parts,
  };
}

/** Opens our dialect over the real class of ccxt, with an exchange that answers as told. */
export async function okxTrading(
  answer: (asked: OkxAsked, count: number) => OkxAnswer,
  nowMs = 1_724_751_400_000,
) {
  const clock = createManualClock(nowMs);
  const asked: OkxAsked[] = [];
  const sent: TradeRequest[] = [];
  const links = new Map<string, OrderLink>();
  const heardFills: VenueFill[] = [];
  const marginModes = memoryMarginModes();
  const heard = (fills: readonly VenueFill[]) => {
    heardFills.push(...fills);
  };
  const Exchange = await loadCcxtClass<CcxtTradingClass>(okxDialect.ccxtClass);
  const { signal } = new AbortController();
  const client = createTradingClient(
    Exchange,
    {
      markets: ccxtMarkets(Exchange, okxMarkets),
      credentials: {
        apiKey: new Secret('k'),
        apiSecret: new Secret('s'),
        passphrase: new Secret('p'),
      },
    },
    {
      clock,
      signal,
      options: okxDialect.options,
      headers: okxDialect.headers,
      async send(whole) {
        const { url, method, body } = whole;
        sent.push(whole);
        const { pathname, searchParams } = new URL(url);
        const query = Object.fromEntries(searchParams);
        const request = { method, path: pathname, query, body: body && JSON.parse(body) };
        asked.push(request);
        const said = answer(request, asked.length);
        if (said instanceof Error) throw said;
        if ('text' in said) return { status: said.status ?? 200, headers: {}, text: said.text };
        return {
          status: 200,
          headers: {},
          text: JSON.stringify({ code: '0', msg: '', data: said }),
        };
      },
    },
  );
  return {
    asked,
    sent,
    links,
    heard: heardFills,
    marginModes,
    run: <Value>(work: (call: DialectCall) => Promise<Value>): Promise<Value> =>
      client.call({ signal, purpose: 'caller' }, (ccxt) =>
        work({ client: ccxt, clock, links, heard, marginModes }),
      ),
  };
}

/** Order details as documented (GET /api/v5/trade/order). */
export const okxPlainRecord = {
  accFillSz: '0',
  algoClOrdId: '',
  algoId: '',
  avgPx: '',
  cTime: '1724751378980',
  cancelSource: '',
  cancelSourceReason: '',
  clOrdId: okxClientId,
  fee: '0',
  feeCcy: 'BTC',
  fillPx: '',
  fillSz: '0',
  fillTime: '',
  instId: 'BTC-USDT',
  instType: 'SPOT',
  ordId: '680800019749904384',
  ordType: 'limit',
  px: '51858.1',
  rebate: '0',
  side: 'buy',
  state: 'live',
  sz: '0.5',
  tdMode: 'cash',
  tgtCcy: '',
  uTime: '1724751379000',
};
/** Algo order details as documented (GET /api/v5/trade/order-algo). */
export const okxAlgoRecord = {
  algoClOrdId: okxClientId,
  algoId: '1753184812254216192',
  actualSz: '0',
  clOrdId: '',
  cTime: '1724751378980',
  callbackRatio: '',
  failCode: '0',
  instId: 'BTC-USDT',
  instType: 'SPOT',
  moveTriggerPx: '',
  ordId: '',
  ordIdList: [],
  ordPx: '',
  side: 'sell',
  ordType: 'conditional',
  slOrdPx: '',
  slTriggerPx: '',
  state: 'live',
  sz: '0.5',
  tdMode: 'cash',
  tgtCcy: '',
  tpOrdPx: '',
  tpTriggerPx: '',
  uTime: '1724751379000',
};

/** Returns a refusal of a call, or of the order in it. */
export const okxRefusal = (code: string, sCode?: string): OkxAnswer => ({
  text: JSON.stringify({
    code: sCode === undefined ? code : '1',
    data: sCode === undefined ? [] : [{ clOrdId: '', ordId: '', sCode, sMsg: 'no' }],
    msg: sCode === undefined ? 'no' : 'All operations failed',
  }),
});

/** Returns the request in short. */
export const okxRoute = ({ method, path }: OkxAsked) => `${method} ${path.replace('/api/v5/', '')}`;
