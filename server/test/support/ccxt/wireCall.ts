import { Secret } from '../../../src/kit/secret.ts';
import { loadCcxtClass } from '../../../src/trading/venues/shared/ccxtClass.ts';
import {
  type CcxtTradingClass,
  createTradingClient,
} from '../../../src/trading/venues/shared/live/ccxtClient.ts';
import type { Dialect, DialectCall } from '../../../src/trading/venues/shared/live/dialect.ts';
import { memoryMarginModes } from '../accounts/marginModes.ts';
import { createManualClock, type ManualClock } from '../manualClock.ts';
import { ccxtMarkets, type MadeCcxtMarket } from './markets.ts';

/** A request on the wire, without its signature. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The venue's answer: a status and a text, or anything else with 200 as JSON. */
export type WireAnswer = { readonly status: number; readonly text: string } | object;

export interface WireCall {
  readonly call: DialectCall;
  readonly clock: ManualClock;
  readonly requests: readonly WireRequest[];
}

const signing: ReadonlySet<string> = new Set(['timestamp', 'recvWindow', 'signature']);

/** Makes a call of a dialect whose venue the test answers, below ccxt. */
export async function wireCall(
  { ccxtClass, options }: Dialect,
  markets: readonly MadeCcxtMarket[],
  answer: (request: WireRequest) => WireAnswer,
): Promise<WireCall> {
  const clock = createManualClock();
  const requests: WireRequest[] = [];
  const Exchange = await loadCcxtClass<CcxtTradingClass>(ccxtClass);
  const { signal } = new AbortController();
  const credentials = { apiKey: new Secret('key'), apiSecret: new Secret('secret') };
  const made = { markets: ccxtMarkets(Exchange, markets), credentials };
  const client = createTradingClient(Exchange, made, {
    clock,
    options,
    signal,
    async send({ url, method, body }) {
      const { pathname, searchParams } = new URL(url);
      const all = [...searchParams, ...new URLSearchParams(body ?? '')];
      const fields = Object.fromEntries(all.filter(([name]) => !signing.has(name)));
      const request = { method, path: pathname, fields };
      requests.push(request);
      const said = answer(request);
      if ('status' in said && 'text' in said) {
        return { status: Number(said.status), headers: {}, text: String(said.text) };
      }
      return { status: 200, headers: {}, text: JSON.stringify(said) };
    },
  });
  const ccxt = await client.call({ signal, purpose: 'caller' }, async (instance) => instance);
  const shared = { links: new Map(), heard: () => undefined, marginModes: memoryMarginModes() };
  return { call: { client: ccxt, clock, ...shared }, clock, requests };
}
