import { createCache } from '../../kit/cache.ts';
import type { Clock } from '../../kit/clock.ts';
import { AppError } from '../../kit/errors.ts';
import { answerFrom, type OrderMarkets, type Sessions, type WorldOf } from '../execution/index.ts';
import type { Account } from '../model/account.ts';
import { marketTypeOf } from '../model/order.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import { VenueUnavailableError } from '../model/venueUnavailableError.ts';
import type { VenueTradingFee } from '../venues/feesPort.ts';
import { usualMarket } from './usualMarket.ts';

/** Time that an answer is used: exchanges move accounts between tiers once a day. */
const toldMs = 3_600_000;
/** Age from which an answer is renewed in the background, so that frequent callers never wait. */
const renewAfterMs = 50 * 60_000;
/** Pause after a failure: one caller in half a minute waits for a silent exchange. */
const failedMs = 30_000;
/** Maximum number of answers: a hundred accounts in fifty markets; some hundred bytes each. */
const feesMax = 5_000;

/** An exchange's answer and its time. */
export interface ReportedFee {
  readonly fee: VenueTradingFee;
  readonly atMs: number;
}

/** The fees that exchanges report for accounts, as of the last requests. */
export interface ExchangeFees {
  /** Undefined when the exchange does not report it, or could not be asked. */
  of(account: Account, symbol: InstrumentSymbol | undefined): Promise<ReportedFee | undefined>;
}

export interface ExchangeFeesDeps {
  readonly sessions: Pick<Sessions, 'at'>;
  readonly worldOf: WorldOf<'markets'>;
  readonly clock: Clock;
}

export function createExchangeFees(deps: ExchangeFeesDeps): ExchangeFees {
  const { clock } = deps;
  const told = createCache<ReportedFee>({ clock, ttlMs: toldMs, sizeMax: feesMax });
  const failures = createCache<true>({ clock, ttlMs: failedMs, sizeMax: feesMax });
  const renewing = new Set<string>();
  const failed = async (key: string): Promise<void> => {
    await failures.get(key, async () => true);
  };
  const renew = async (key: string, load: () => Promise<ReportedFee>): Promise<void> => {
    renewing.add(key);
    try {
      const next = await load();
      told.delete(key);
      await told.get(key, async () => next);
    } catch {
      // The last answer stays valid until it is an hour old.
      await failed(key);
    } finally {
      renewing.delete(key);
    }
  };
  return {
    async of(account, symbol) {
      const key = keyOf(account, symbol);
      const load = () => ask(deps, account, symbol);
      const known = told.peek(key);
      const isSilent = failures.peek(key) === true;
      if (known) {
        const isOld = clock.now() - known.atMs >= renewAfterMs;
        if (isOld && !isSilent && !renewing.has(key)) void renew(key, load);
        return known;
      }
      if (isSilent) return undefined;
      try {
        return await told.get(key, load);
      } catch (error) {
        if (!isOfVenue(error)) throw error;
        await failed(key);
        return undefined;
      }
    },
  };
}

/** Like sessions: an account created anew, or with other credentials, may pay other fees. */
function keyOf(account: Account, symbol: InstrumentSymbol | undefined): string {
  const { id, createdAtMs, credentialsAtMs, portfolioMargin } = account;
  return `${id} ${createdAtMs} ${credentialsAtMs} ${portfolioMargin} ${symbol}`;
}

async function ask(
  { sessions, worldOf, clock }: ExchangeFeesDeps,
  account: Account,
  symbol: InstrumentSymbol | undefined,
): Promise<ReportedFee> {
  const { venue } = account;
  const { markets } = worldOf([account]);
  if (!markets.knows(venue)) await markets.prepare();
  const market = symbol === undefined ? usualOf(markets, account) : namedOf(markets, venue, symbol);
  if (!market) throw new VenueUnavailableError(`${venue} lists no such market.`);
  const session = sessions.at(account);
  if (!session.tradingFee) throw new VenueUnavailableError(`${venue} reports no fees.`);
  const { tradingFee } = session;
  const fee = await answerFrom(clock, (signal) => tradingFee(market, signal));
  return { fee, atMs: clock.now() };
}

function usualOf(markets: OrderMarkets, account: Account) {
  const market = usualMarket(markets, account);
  return market && { symbol: market.symbol, marketType: market.kind };
}

/** An exchange is not asked about a market that it does not list, as far as its list is known. */
function namedOf(markets: OrderMarkets, venue: Account['venue'], symbol: InstrumentSymbol) {
  const isListed = !markets.knows(venue) || markets.rulesOf(venue, symbol) !== undefined;
  return isListed ? { symbol, marketType: marketTypeOf(symbol) } : undefined;
}

/** No answer, or an account that exists nowhere; other errors are faults. */
function isOfVenue(error: unknown): boolean {
  return error instanceof VenueUnavailableError || error instanceof AppError;
}
