import { AsyncLocalStorage } from 'node:async_hooks';
import { hash } from 'node:crypto';
import type { Clock } from '../../../../kit/clock.ts';
import { type Lease, soleLease } from '../../../../kit/lease.ts';
import type { CallAim } from '../../../model/callPurpose.ts';
import type { Credentials } from '../../accountPort.ts';
import { fetchListed } from '../ccxtExchange.ts';
import { type Fields, isFields } from '../json.ts';
import type { Gate, Passed } from '../limits/gates.ts';
import type { CcxtMarket, VenueListing } from '../venueListing.ts';
import type { EncodedRequest } from './encodeRequest.ts';
import { parseLongNumbers } from './exactJson.ts';
import { createFence, type Fence } from './fence.ts';
import type { Nonces } from './nonces.ts';
import type { SharedAnswers } from './sharedAnswers.ts';
import {
  putBeforeSigning,
  type SigningCall,
  type SignOtherwise,
  type StampRequest,
  stampBeforeSigning,
} from './signing.ts';
import { NoAnswerError, type TradeAnswer, type TradeRequest, type TradeSend } from './tradeHttp.ts';
import { createTurns } from './turns.ts';

/** An order as ccxt unifies it; fields that a venue does not report are undefined. */
export interface CcxtOrder {
  readonly id?: string | undefined;
  readonly clientOrderId?: string | undefined;
  readonly symbol?: string | undefined;
  readonly side?: string | undefined;
  readonly status?: string | undefined;
  readonly price?: number | undefined;
  readonly triggerPrice?: number | undefined;
  readonly amount?: number | undefined;
  readonly filled?: number | undefined;
  /** In the quote. */
  readonly cost?: number | undefined;
  readonly average?: number | undefined;
  readonly timestamp?: number | undefined;
  readonly lastUpdateTimestamp?: number | undefined;
  readonly trades?: readonly CcxtTrade[] | undefined;
  /** The venue's own record. */
  readonly info: Fields;
}

export interface CcxtTrade {
  readonly id?: string | undefined;
  readonly order?: string | undefined;
  readonly symbol?: string | undefined;
  readonly side?: string | undefined;
  readonly takerOrMaker?: string | undefined;
  readonly price?: number | undefined;
  readonly amount?: number | undefined;
  readonly timestamp?: number | undefined;
  readonly fee?: CcxtFee | undefined;
  readonly info: Fields;
}

export interface CcxtFee {
  readonly cost?: number | undefined;
  readonly currency?: string | undefined;
}

export interface CcxtBalance {
  /** The venue's own record. */
  readonly info?: unknown;
  readonly free?: Readonly<Record<string, number | undefined>>;
  readonly used?: Readonly<Record<string, number | undefined>>;
  readonly total?: Readonly<Record<string, number | undefined>>;
}

type Headers = Readonly<Record<string, string>>;

/** The used part of a trading exchange of ccxt; every call is one request, sent once. */
export interface CcxtClient {
  createOrder(
    symbol: string,
    type: string,
    side: string,
    amount: number,
    price: number | undefined,
    params: EncodedRequest,
  ): Promise<CcxtOrder>;
  cancelOrder(id: string | undefined, symbol: string, params: EncodedRequest): Promise<CcxtOrder>;
  fetchOrder(id: string | undefined, symbol: string, params: EncodedRequest): Promise<CcxtOrder>;
  fetchOpenOrders(
    symbol: string | undefined,
    since: number | undefined,
    limit: number | undefined,
    params: EncodedRequest,
  ): Promise<readonly CcxtOrder[]>;
  fetchMyTrades(
    symbol: string,
    since: number | undefined,
    limit: number | undefined,
    params: EncodedRequest,
  ): Promise<readonly CcxtTrade[]>;
  fetchBalance(params: EncodedRequest): Promise<CcxtBalance>;
  /** Calls one endpoint of the venue by its path; for some classes the api has several names. */
  request(
    path: string,
    api: string | readonly string[],
    method: string,
    params: EncodedRequest,
  ): Promise<unknown>;
  market(symbol: string): CcxtMarket;
  /** The key that it signs with; its secret is for signing alone. */
  readonly apiKey?: string | undefined;
  /** Returns our time, corrected by the venue's clock. */
  milliseconds(): number;
  /**
   * Returns the latest possible time at the venue, for answers without a timestamp; undefined until
   * the clocks are compared.
   */
  latestMilliseconds(): number | undefined;
  parseOrder(order: unknown, market: unknown): CcxtOrder;
}

/** The parts that are set or replaced, and never called by a dialect. */
interface CcxtInside {
  options: Record<string, unknown>;
  fetch(...call: [url: string, method: string, headers: unknown, body: unknown]): Promise<unknown>;
  nonce(): number;
  incrementingNonce(): number;
  sign(...call: SigningCall): unknown;
  fetch2(path: string, api: unknown, ...rest: readonly unknown[]): Promise<unknown>;
  parseJson(text: string): unknown;
  handleErrors(...answer: readonly unknown[]): unknown;
  handleHttpStatusCode(...answer: readonly unknown[]): void;
  fetchMarkets(params: object): Promise<readonly CcxtMarket[]>;
  setMarkets(markets: readonly CcxtMarket[]): unknown;
  setMarketsFromExchange(source: unknown): unknown;
}

/** A class of ccxt. */
export type CcxtTradingClass = new (config: object) => CcxtClient & CcxtInside;

export interface ClientDeps {
  readonly clock: Clock;
  readonly send: TradeSend;
  readonly options: Readonly<Record<string, unknown>>;
  readonly addresses?: Readonly<Record<string, string>> | undefined;
  readonly isOrdered?: boolean | undefined;
  readonly signOtherwise?: SignOtherwise | undefined;
  readonly stamp?: StampRequest<CcxtClient> | undefined;
  readonly signerOf?: ((client: CcxtClient) => string) | undefined;
  /** Nonces of all clients of the place; without them each client counts for itself. */
  readonly nonces?: Nonces | undefined;
  readonly headers?: ((request: TradeRequest, nowMs: number) => Headers) | undefined;
  /** Limits every request; without it nothing is limited. */
  readonly gate?: Gate | undefined;
  /** The lease of the engine; clients that only read need none. */
  readonly lease?: Lease | undefined;
  /** Ends requests that no particular caller made. */
  readonly signal: AbortSignal;
}

/** A client as it is shared: its calls are sent one by one, each with the signal of its caller. */
export interface TradingClient {
  /**
   * Makes calls whose requests all end with the signal. A failure after an order was taken leaves
   * the outcome of the order open, whatever kind of failure it is.
   */
  call<Value>(
    asking: CallAim & {
      readonly signal: AbortSignal;
      /** Earlier answers, which serve again; without them every read is sent. */
      readonly answers?: SharedAnswers | undefined;
    },
    work: (client: CcxtClient) => Promise<Value>,
  ): Promise<Value>;
}

type Instance = CcxtClient & CcxtInside;

/**
 * Loads the venue's markets once, for all instances of the class: otherwise each would hold 18 MB
 * of its own.
 */
export async function loadMarkets(
  Exchange: CcxtTradingClass,
  listing: VenueListing,
  deps: ClientDeps,
): Promise<unknown> {
  const source = createInstance(Exchange, {}, deps);
  source.setMarkets(await fetchListed(source, listing));
  return source;
}

/** A client of one credential; the order of its calls is its own, so there is one of each. */
export function createTradingClient(
  Exchange: CcxtTradingClass,
  { markets, credentials }: { readonly markets: unknown; readonly credentials: Credentials },
  deps: ClientDeps,
): TradingClient {
  const secrets = secretsOf(credentials);
  // Our accounts with the same key share the venue's limits for it.
  const credential = hash('sha256', JSON.stringify(secrets), 'hex');
  const options = { ...deps.options, ...optionsOf(credentials) };
  const instance = createInstance(Exchange, secrets, { ...deps, options, credential });
  instance.setMarketsFromExchange(markets);
  return {
    async call({ signal, answers, ...aim }, work) {
      const progress: Progress = { isTaken: false, failedAfter: undefined };
      try {
        return await callers.run({ signal, aim, progress, answers }, () => work(instance));
      } catch (error) {
        answers?.forget();
        if (!progress.isTaken || error !== progress.failedAfter) throw error;
        throw new NoAnswerError('The exchange took the order, and could not be reached after it.', {
          cause: error,
        });
      }
    },
  };
}

/** Progress of the requests of one call. */
interface Progress {
  /** True once the exchange has taken an order. */
  isTaken: boolean;
  /** Error of the last request after that. */
  failedAfter: unknown;
}

interface Asking {
  readonly signal: AbortSignal;
  readonly aim: CallAim;
  readonly progress?: Progress;
  readonly answers?: SharedAnswers | undefined;
  /** The request under way, as the gate let it through. */
  readonly passed?: Passed;
}

/** The lists of markets, which orders wait for. */
const ofNobody: CallAim = { purpose: 'order' };

/** Caller of the current request: ccxt has no way to pass a signal through a call. */
const callers: Readonly<AsyncLocalStorage<Asking>> = new AsyncLocalStorage();

type InstanceDeps = ClientDeps & {
  /** A name for the key; none where nothing is signed. */
  readonly credential?: string;
};

function createInstance(Exchange: CcxtTradingClass, secrets: object, deps: InstanceDeps): Instance {
  const { clock, send, options, addresses, headers, gate } = deps;
  // This is in one place for all classes, although ccxt has an option of its own for some.
  const now = () => clock.now() + (gate?.correctionMs() ?? 0);
  const fence = createFence({ clock, lease: deps.lease ?? soleLease });
  // Its own throttle knows neither other accounts nor cancels that must not wait.
  const own = { ...secrets, ...(addresses && { urls: { api: addresses } }) };
  const instance = new Exchange({ ...own, enableRateLimit: false });
  Object.assign(instance.options, options, { maxRetriesOnFailure: 0 });
  instance.milliseconds = now;
  instance.latestMilliseconds = () => (gate ? gate.latestMs() : clock.now());
  instance.fetch = async (...request) => {
    const plain = toRequest(request);
    const more = headers?.(plain, now());
    const asked = more ? { ...plain, headers: { ...plain.headers, ...more } } : plain;
    const { signal, passed, aim }: Asking = callers.getStore() ?? { ...deps, aim: ofNobody };
    const leaving = fence.leavingOf(aim, passed?.kind);
    leaving?.();
    const answer = await send(asked, signal, leaving);
    if (passed) gate?.recordAnswer(passed, answer);
    return readAnswer(instance, asked, answer);
  };
  if (deps.signOtherwise) putBeforeSigning(instance, deps.signOtherwise);
  if (deps.stamp) stampBeforeSigning(instance, deps.stamp);
  if (deps.isOrdered) putInOrder(instance, deps);
  countBySigner(instance, deps);
  if (gate) putBehind({ gate, fence }, instance, deps);
  putBehindAnswers(instance);
  return instance;
}

/** Answers before everything else: a request that is not sent waits for no turn and no limit. */
function putBehindAnswers(instance: Instance): void {
  const fetch2 = instance.fetch2.bind(instance);
  instance.fetch2 = (path, api, ...rest) => {
    const { answers } = callers.getStore() ?? {};
    const [method, params] = rest;
    if (!answers || method !== 'GET') return fetch2(path, api, ...rest);
    const question = JSON.stringify([path, api, params]);
    return answers.answer(instance, question, () => fetch2(path, api, ...rest));
  };
}

/** Sends requests in the order of their signing: a nonce below the last one is refused. */
function putInOrder(instance: Instance, { clock, signal }: ClientDeps): void {
  const [nonce, fetch2] = [instance.nonce.bind(instance), instance.fetch2.bind(instance)];
  const takeTurn = createTurns(clock);
  let last = 0;
  instance.nonce = () => {
    last = Math.max(nonce(), last + 1);
    return last;
  };
  instance.fetch2 = (path, api, ...rest) =>
    api === 'private'
      ? takeTurn(callers.getStore()?.signal ?? signal, () => fetch2(path, api, ...rest))
      : fetch2(path, api, ...rest);
}

/** Takes nonces by signer: one key may sign for several accounts, each with a client of its own. */
function countBySigner(instance: Instance, { signerOf, nonces }: ClientDeps): void {
  if (!signerOf || !nonces) return;
  let signer: string | undefined;
  instance.incrementingNonce = () => {
    signer ??= signerOf(instance);
    return nonces.next(signer, instance.milliseconds());
  };
}

/** Makes calls wait before they are signed: a signature that had to wait would be too old. */
function putBehind(
  { gate, fence }: { readonly gate: Gate; readonly fence: Fence },
  instance: Instance,
  { signal, credential }: InstanceDeps,
): void {
  const fetch2 = instance.fetch2.bind(instance);
  instance.fetch2 = async (path, api, ...rest) => {
    const asking: Asking = callers.getStore() ?? { signal, aim: ofNobody };
    const { progress, aim } = asking;
    const [method, params] = rest;
    const call = {
      path,
      api: [api].flat().join('.'),
      method: typeof method === 'string' ? method : 'GET',
      params: isFields(params) ? params : {},
    };
    try {
      const passed = await gate.enter({ ...call, credential, aim }, asking.signal);
      await fence.enter(aim, asking.signal);
      const answer = await callers.run({ ...asking, passed }, () => fetch2(path, api, ...rest));
      if (progress && passed.kind === 'order') progress.isTaken = true;
      return answer;
    } catch (error) {
      if (progress?.isTaken) progress.failedAfter = error;
      throw error;
    }
  };
}

function secretsOf(credentials: Credentials): object {
  const { apiKey, apiSecret, passphrase, walletAddress, privateKey, vaultAddress } = credentials;
  // The vault is read and traded; the key is its owner's.
  const traded = vaultAddress ?? walletAddress;
  return {
    ...(apiKey && { apiKey: apiKey.reveal() }),
    ...(apiSecret && { secret: apiSecret.reveal() }),
    ...(passphrase && { password: passphrase.reveal() }),
    ...(traded && { walletAddress: traded.reveal() }),
    ...(privateKey && { privateKey: privateKey.reveal() }),
  };
}

/** Returns the account that the key signs for, when that is not its own. */
function optionsOf({ walletAddress, vaultAddress }: Credentials): object {
  if (!vaultAddress) return {};
  return { vaultAddress: vaultAddress.reveal(), ownerAddress: walletAddress?.reveal() };
}

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const;

function toRequest([url, method, headers, body]: Parameters<CcxtInside['fetch']>): TradeRequest {
  return {
    url,
    method: methods.find((known) => known === method) ?? 'GET',
    headers: { 'user-agent': 'windlass', ...(headers as Headers | undefined) },
    body: typeof body === 'string' ? body : undefined,
  };
}

/**
 * Reads an answer like ccxt, except that text that is not JSON is never taken for JSON, and that no
 * digit of a number is lost.
 */
function readAnswer(instance: Instance, asked: TradeRequest, answer: TradeAnswer): unknown {
  const { url, method, headers, body } = asked;
  const { status, text } = answer;
  const parsed = parseLongNumbers(text) ?? instance.parseJson(text);
  const said = [status, '', url, method, answer.headers, text, parsed, headers, body];
  if (instance.handleErrors(...said) === undefined) {
    instance.handleHttpStatusCode(status, '', url, method, text);
  }
  if (status < 200 || status > 299) {
    throw new NoAnswerError(`The exchange answered with status ${status}.`);
  }
  // A bare text is JSON as well, but ccxt reads only objects and lists.
  const read = parsed ?? /^"([^"\\]*)"$/.exec(text)?.[1];
  if (read === undefined || (typeof read !== 'object' && typeof read !== 'string')) {
    throw new NoAnswerError('The exchange answered with text that is not JSON.');
  }
  return read;
}
