import type { FaultPlan } from '@windlass/simulator';
import { Registry } from 'prom-client';
import { liveConnection } from '../../../src/connectors.ts';
import { soleLease } from '../../../src/kit/lease.ts';
import { createSeededRandom } from '../../../src/kit/random.ts';
import { Secret } from '../../../src/kit/secret.ts';
import { afterThisTurn } from '../../../src/kit/turn.ts';
import type { Account, AccountId } from '../../../src/trading/model/account.ts';
import { type MarketType, marketTypeOf } from '../../../src/trading/model/order.ts';
import { type InstrumentSymbol, parseSymbol } from '../../../src/trading/model/symbol.ts';
import type { Credentials } from '../../../src/trading/venues/accountPort.ts';
import type { VenueTradingFee } from '../../../src/trading/venues/feesPort.ts';
import { loadDialects } from '../../../src/trading/venues/liveVenues.ts';
import { loadCcxtClass } from '../../../src/trading/venues/shared/ccxtClass.ts';
import type { VenueFill, VenueOrder, VenueSession } from '../../../src/trading/venues/venuePort.ts';
import { memoryMarginModes } from '../accounts/marginModes.ts';
import { createManualClock, type ManualClock } from '../manualClock.ts';
import { silentLogger } from '../silentLogger.ts';
import { type SimulatedVenue, simulate } from './simulated.ts';

/** A live account at a simulated exchange, over sockets and through ccxt, without the service. */
export interface FeesTrader {
  /** Returns the fee that the exchange reports for the account. */
  fee(symbol: string, signal?: AbortSignal): Promise<VenueTradingFee>;
  /** Trades two of the base at 100, and returns the exchange's report of it. */
  fill(symbol: string, liquidity: VenueFill['liquidity']): Promise<VenueFill>;
  /** Returns the total that the exchange reports for a wallet. */
  total(marketType: MarketType, asset: string): Promise<number>;
  fail(plan: Omit<FaultPlan, 'match' | 'when'>, match: FaultPlan['match']): void;
  /** Returns the addresses of requests so far. */
  asked(): readonly string[];
  stop(): Promise<void>;
}

/** Steps of a millisecond within which a busy machine delivers anything over a socket. */
const stepsMax = 20_000;
/** Turns of the event loop in about a millisecond, while waiting for sockets. */
const turnsPerMs = 100;
const depth = 1_000;
const name = 'desk';

export async function openFeesTrader(own: SimulatedVenue, isPortfolioMargin = false) {
  const clock = createManualClock();
  const exchange = await simulate(own)(clock);
  const credentials = secretsOf(exchange.account(name));
  for (const { ccxtClass } of own.dialects) await loadCcxtClass(ccxtClass);
  const live = liveConnection({
    lease: soleLease,
    clock,
    random: createSeededRandom('fees'),
    logger: silentLogger,
    registry: new Registry(),
    simulator: new URL(exchange.url),
    liveDialects: await loadDialects(),
    liveLimits: exchange.liveLimits,
  });
  const symbols = own.markets.map(({ symbol }) => symbolOf(symbol));
  const connector = live.connectLive({
    credentialsOf: async () => credentials,
    tradedSymbols: async (_, type) => symbols.filter((each) => marketTypeOf(each) === type),
    inFlight: async () => [],
    marginModesOf: memoryMarginModes,
  });
  const account = {
    id: name as AccountId,
    venue: own.venue,
    mode: 'live',
    environment: 'production',
    region: 'global',
    portfolioMargin: isPortfolioMargin,
  } as Account;
  const events = { order: () => undefined, fill: () => undefined };
  const session = connector.open(account, events);
  const show: Show = (symbol, bid, ask) =>
    exchange.show(symbol, { bids: [[bid, depth]], asks: [[ask, depth]] });
  let orders = 0;
  const nextId = () => {
    orders += 1;
    return String(orders).padStart(32, '0');
  };
  const floor = { session, show, clock, nextId };
  const venues = [...new Set(own.markets.map(({ at }) => at))];
  return {
    fee: (symbol, signal = new AbortController().signal) =>
      answerOf(clock, feeAt(session, symbolOf(symbol), signal)),
    fill: (symbol, liquidity) => answerOf(clock, trade(floor, symbolOf(symbol), liquidity)),
    async total(marketType, asset) {
      const { signal } = new AbortController();
      const balances = await answerOf(clock, session.balances(marketType, signal));
      return Number(balances[asset]?.total ?? 0);
    },
    fail(plan, match) {
      for (const venue of venues)
        exchange.simulator.fail(venue, { ...plan, match, when: 'before' });
    },
    asked: () =>
      venues.flatMap((venue) => exchange.simulator.requests(venue).map(({ path }) => path)),
    async stop() {
      await session.close();
      await live.close();
      await exchange.stop();
    },
  } satisfies FeesTrader;
}

type Show = (symbol: string, bid: number, ask: number) => void;

function feeAt(session: VenueSession, symbol: InstrumentSymbol, signal: AbortSignal) {
  const fee = session.tradingFee?.({ symbol, marketType: marketTypeOf(symbol) }, signal);
  return fee ?? Promise.reject(new Error('The session tells no fees.'));
}

interface Floor {
  readonly session: VenueSession;
  readonly show: Show;
  readonly clock: ManualClock;
  readonly nextId: () => string;
}

async function trade(
  { session, show, clock, nextId }: Floor,
  symbol: InstrumentSymbol,
  liquidity: VenueFill['liquidity'],
): Promise<VenueFill> {
  const { signal } = new AbortController();
  const marketType = marketTypeOf(symbol);
  const order: VenueOrder = {
    clientId: nextId(),
    symbol,
    marketType,
    side: 'buy',
    type: 'limit',
    quantity: '2',
    price: '100',
    timeInForce: 'GTC',
    reduceOnly: false,
    stopPrice: undefined,
    trailingDelta: undefined,
  };
  // A resting order is filled by a later one.
  show(symbol, 99, liquidity === 'maker' ? 101 : 100);
  const outcome = await session.submit(order, signal);
  if (outcome.kind !== 'acknowledged') throw new Error(`not taken: ${outcome.message}`);
  show(symbol, 98, 100);
  const query = { marketType, sinceMs: clock.now() - 60_000, limit: 100 };
  const fills = await session.fills(query, signal);
  const found = fills.find(({ venueOrderId }) => venueOrderId === outcome.order.venueOrderId);
  if (!found) throw new Error('The exchange tells of no fill.');
  return found;
}

/** Lets time pass until the answer is there. */
async function answerOf<Value>(clock: ManualClock, answer: Promise<Value>): Promise<Value> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  answer.then(end, end);
  for (let step = 0; !isOver; step += 1) {
    if (step > stepsMax) throw new Error('The exchange of the test does not answer.');
    for (let turn = 0; turn < turnsPerMs && !isOver; turn += 1) {
      await new Promise<void>(afterThisTurn);
    }
    if (!isOver) await clock.advance(1);
  }
  return answer;
}

function symbolOf(text: string): InstrumentSymbol {
  const symbol = parseSymbol(text);
  if (!symbol) throw new Error(`no symbol: ${text}`);
  return symbol;
}

/** Names of secrets in our API. */
const secretNames = {
  api_key: 'apiKey',
  api_secret: 'apiSecret',
  passphrase: 'passphrase',
  wallet_address: 'walletAddress',
  private_key: 'privateKey',
} as const;

function secretsOf(given: object) {
  const read = (texts: object | undefined): Credentials | undefined =>
    texts &&
    Object.fromEntries(
      Object.entries(secretNames).flatMap(([word, own]) => {
        const text = new Map(Object.entries(texts)).get(word);
        return text === undefined ? [] : [[own, new Secret(String(text))]];
      }),
    );
  const { credentials, futures_credentials: futures } = given as Record<string, object | undefined>;
  return { main: read(credentials), futures: read(futures) };
}
