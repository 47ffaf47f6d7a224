import { Secret } from '../../../../src/kit/secret.ts';
import { parseSymbol } from '../../../../src/trading/model/symbol.ts';
import { hyperliquidDialect } from '../../../../src/trading/venues/hyperliquid/trading/dialect.ts';
import { loadCcxtClass } from '../../../../src/trading/venues/shared/ccxtClass.ts';
import {
  type CcxtTradingClass,
  createTradingClient,
  loadMarkets,
} from '../../../../src/trading/venues/shared/live/ccxtClient.ts';
import type { DialectCall, OrderLink } from '../../../../src/trading/venues/shared/live/dialect.ts';
import type {
  TradeAnswer,
  TradeRequest,
  TradeSend,
} from '../../../../src/trading/venues/shared/live/tradeHttp.ts';
import type { VenueFill, VenueOrder } from '../../../../src/trading/venues/venuePort.ts';
import { memoryMarginModes } from '../../accounts/marginModes.ts';
import { createManualClock } from '../../manualClock.ts';

/** The account, and a key that anybody may know. */
export const walletAddress = '0x1111111111111111111111111111111111111111';
const privateKey = `0x${'2'.repeat(64)}`;

/** A request of the dialect, without the parts that differ from one signing to the next. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** An answer with this status and text instead of 200 and JSON. */
export interface RawAnswer {
  readonly status: number;
  readonly text: string;
}

const universe = [
  { name: 'BTC', szDecimals: 5, maxLeverage: 40 },
  { name: 'ETH', szDecimals: 4, maxLeverage: 25 },
  { name: 'kPEPE', szDecimals: 0, maxLeverage: 10 },
];
const figures = [{ markPx: '100000.0' }, { markPx: '100.5' }, { markPx: '0.01' }];

/** Opens the real class of ccxt with an exchange that gives these answers. */
export async function openHyperliquidWire(
  answer: (body: Readonly<Record<string, unknown>>) => unknown,
) {
  const clock = createManualClock(1_700_000_000_000);
  const asked: Asked[] = [];
  const signed: Readonly<Record<string, unknown>>[] = [];
  const heard: VenueFill[] = [];
  const links = new Map<string, OrderLink>();
  const send: TradeSend = async (request) => {
    const body = bodyOf(request);
    if (body.type === 'metaAndAssetCtxs') return toAnswer([{ universe }, figures]);
    const { nonce, signature, expiresAfter, ...rest } = body;
    asked.push({ method: request.method, url: request.url, body: rest });
    if (signature !== undefined) signed.push({ nonce, signature, expiresAfter });
    return toAnswer(answer(body));
  };
  const { signal } = new AbortController();
  const Exchange = await loadCcxtClass<CcxtTradingClass>(hyperliquidDialect.ccxtClass);
  const deps = {
    clock,
    send,
    options: hyperliquidDialect.options,
    stamp: hyperliquidDialect.stamp,
    signal,
  };
  const markets = await loadMarkets(Exchange, hyperliquidDialect.listing, deps);
  const credentials = {
    walletAddress: new Secret(walletAddress),
    privateKey: new Secret(privateKey),
  };
  const client = createTradingClient(Exchange, { markets, credentials }, deps);
  return {
    clock,
    asked,
    signed,
    heard,
    run: <Value>(work: (call: DialectCall) => Promise<Value>): Promise<Value> =>
      client.call({ signal, purpose: 'caller' }, (ccxt) =>
        work({
          client: ccxt,
          clock,
          links,
          heard: (fills) => void heard.push(...fills),
          marginModes: memoryMarginModes(),
        }),
      ),
  };
}

export const clientId = '0123456789abcdef0123456789abcdef';
export const cloid = `0x${clientId}`;

export function hyperliquidOrder(changes: Partial<VenueOrder> = {}): VenueOrder {
  return {
    clientId,
    symbol: symbolNamed('ETH/USDC:USDC'),
    marketType: 'swap',
    side: 'buy',
    type: 'limit',
    quantity: '1.5',
    price: undefined,
    stopPrice: undefined,
    trailingDelta: undefined,
    timeInForce: 'GTC',
    reduceOnly: false,
    ...changes,
  };
}

export function symbolNamed(text: string) {
  const symbol = parseSymbol(text);
  if (!symbol) throw new Error(`${text} is no symbol`);
  return symbol;
}

function bodyOf({ body = '{}' }: TradeRequest): Readonly<Record<string, unknown>> {
  return JSON.parse(body) as Readonly<Record<string, unknown>>;
}

function toAnswer(said: unknown): TradeAnswer {
  if (isRaw(said)) return { ...said, headers: {} };
  return { status: 200, headers: {}, text: JSON.stringify(said) };
}

function isRaw(said: unknown): said is RawAnswer {
  return typeof said === 'object' && said !== null && 'text' in said;
}
