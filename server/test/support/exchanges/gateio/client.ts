import { Secret } from '../../../../src/kit/secret.ts';
import type { UnifiedMode } from '../../../../src/trading/model/account.ts';
import { type InstrumentSymbol, parseSymbol } from '../../../../src/trading/model/symbol.ts';
import { gateioDialect } from '../../../../src/trading/venues/gateio/trading/dialect.ts';
import { loadCcxtClass } from '../../../../src/trading/venues/shared/ccxtClass.ts';
import {
  type CcxtTradingClass,
  createTradingClient,
} from '../../../../src/trading/venues/shared/live/ccxtClient.ts';
import type {
  DialectCall,
  OrderLink,
  OrderLinks,
} from '../../../../src/trading/venues/shared/live/dialect.ts';
import type { TradeRequest } from '../../../../src/trading/venues/shared/live/tradeHttp.ts';
import type { VenueFill } from '../../../../src/trading/venues/venuePort.ts';
import { memoryMarginModes } from '../../accounts/marginModes.ts';
import { ccxtMarkets } from '../../ccxt/markets.ts';
import { createManualClock } from '../../manualClock.ts';

const Exchange = await loadCcxtClass<CcxtTradingClass>('gate');
const markets = ccxtMarkets(Exchange, [
  { id: 'BTC_USDT', symbol: 'BTC/USDT', amountStep: 0.00001, priceStep: 0.1 },
  { id: 'BTC_USDT', symbol: 'BTC/USDT:USDT', amountStep: 1, priceStep: 0.1, contractSize: 0.0001 },
  { id: 'BTC_USDT_20261225', symbol: 'BTC/USDT:USDT-261225', amountStep: 1, contractSize: 0.0001 },
  { id: 'BTC_USD', symbol: 'BTC/USD:BTC', amountStep: 1 },
]);

export const nowMs = Date.UTC(2026, 2, 1);

/** A request without its signature: `METHOD /path?query`, fields by name, and the body. */
export interface MadeRequest {
  readonly line: string;
  readonly body: unknown;
}

/** The venue's answer: text as it is, anything else as JSON; an error is thrown. */
export type Answer = (request: MadeRequest) => unknown;

/** Calls of the real class, whose requests are recorded and answered from memory. */
export function gateClient(answer: Answer, unifiedMode: UnifiedMode | undefined = 'classic') {
  const clock = createManualClock(nowMs);
  const requests: MadeRequest[] = [];
  const raw: TradeRequest[] = [];
  const { signal } = new AbortController();
  const links: OrderLinks = new Map<string, OrderLink>();
  const heard: VenueFill[] = [];
  const send = async (request: TradeRequest) => {
    const url = new URL(request.url);
    const body = request.body === undefined ? undefined : JSON.parse(request.body);
    url.searchParams.sort();
    const line = `${request.method} ${url.host}${url.pathname}${url.search}`;
    const made = { line: line.replace('api.gateio.ws/api/v4', ''), body };
    raw.push(request);
    requests.push(made);
    const said = answer(made);
    if (said instanceof Error) throw said;
    const isError = typeof said === 'object' && said !== null && 'label' in said;
    return {
      status: isError ? 400 : 200,
      headers: {},
      text: typeof said === 'string' ? said : JSON.stringify(said),
    };
  };
  const credentials = { apiKey: new Secret('key'), apiSecret: new Secret('secret') };
  const { options, headers } = gateioDialect;
  const deps = { clock, send, options, headers, signal };
  const client = createTradingClient(Exchange, { markets, credentials }, deps);
  const run = <Value>(work: (call: DialectCall) => Promise<Value>): Promise<Value> =>
    client.call({ signal, purpose: 'caller' }, (ccxt) =>
      work({
        client: ccxt,
        clock,
        links,
        heard: (fills) => heard.push(...fills),
        marginModes: memoryMarginModes(),
        unifiedMode: () => unifiedMode,
      }),
    );
  return { run, requests, raw, clock, links, heard };
}

export function symbolOf(text: string): InstrumentSymbol {
  const symbol = parseSymbol(text);
  if (!symbol) throw new Error(`no symbol: ${text}`);
  return symbol;
}
