import type {
  LedgerQuery,
  MovedFunds,
  PerpsSession,
  PortfolioMargin,
  SettingOutcome,
  SettingRefusal,
  SinceQuery,
  VenueLedgerEntry,
  VenueResult,
} from '../../perpsPort.ts';
import { type RejectCode, type VenueSession, VenueUnavailableError } from '../../venuePort.ts';
import type { DialectClient } from './dialectClient.ts';
import { failureOf } from './failures.ts';
import type { Line, Work } from './line.ts';
import { candlesWithin } from './markMinutes.ts';
import type { PerpsDialect } from './perpsDialect.ts';

/**
 * Returns what the classes of a venue can do beyond orders; calls that none of them has are left
 * out.
 */
export function perpsOf(
  dialectClients: readonly DialectClient[],
  line: Line,
): PerpsSession & Pick<VenueSession, 'walletBalances'> {
  const dialectClient = dialectClients.find(({ dialect }) => dialect.perps);
  const perps = dialectClient?.dialect.perps;
  return {
    ...(dialectClient && perps && readsOf(dialectClient, perps, line)),
    ...(dialectClient && perps && historiesOf(dialectClient, perps, line)),
    ...(dialectClient && perps && settingsOf(dialectClient, perps, line)),
    ...transferOf(dialectClients, line),
    ...portfolioMarginOf(dialectClients, line),
  };
}

type Reads = 'positions' | 'fundingPayments' | 'realizedPnl' | 'fundingRate';

function readsOf(
  dialectClient: DialectClient,
  perps: PerpsDialect,
  line: Line,
): Pick<PerpsSession, Reads> {
  const answer = <Value>(signal: AbortSignal, work: Work<Value>) =>
    line.readAt(dialectClient, signal, work);
  return {
    async positions(marketType, symbol, signal) {
      const found = await answer(signal, (call) => perps.positions(call, marketType, symbol));
      return [...found].sort(
        (a, b) => a.symbol.localeCompare(b.symbol, 'en') || a.side.localeCompare(b.side, 'en'),
      );
    },
    fundingPayments: async (query, signal) =>
      inOrder(await answer(signal, (call) => perps.fundingPayments(call, query)), query),
    realizedPnl: async (query, signal) =>
      inOrder(await answer(signal, (call) => perps.realizedPnl(call, query)), query),
    fundingRate: (market, signal) => answer(signal, (call) => perps.fundingRate(call, market)),
  };
}

type Histories = 'rebates' | 'twapFills' | 'twaps' | 'markCandles';

/** Returns the calls that only few venues have. */
function historiesOf(
  dialectClient: DialectClient,
  { rebates, twapFills, twaps, markCandles }: PerpsDialect,
  line: Line,
): Pick<PerpsSession, Histories> {
  const answer = <Value>(signal: AbortSignal, work: Work<Value>) =>
    line.readAt(dialectClient, signal, work);
  return {
    ...(rebates && {
      rebates: async (query, signal) =>
        firstOf(await answer(signal, (call) => rebates(call, query)), query),
    }),
    ...(twapFills && {
      twapFills: async (query, signal) =>
        firstOf(await answer(signal, (call) => twapFills(call, query)), query),
    }),
    ...(twaps && { twaps: (signal) => answer(signal, twaps) }),
    ...(markCandles && {
      markCandles: async (query, signal) => {
        const candles = await answer(signal, (call) => markCandles(call, query));
        return candlesWithin(candles, query);
      },
    }),
  };
}

function firstOf<Entry extends { readonly atMs: number }>(
  entries: readonly Entry[],
  { sinceMs, limit }: SinceQuery,
): readonly Entry[] {
  const wanted = entries.filter(({ atMs }) => atMs >= sinceMs);
  return wanted.sort((a, b) => a.atMs - b.atMs).slice(0, limit);
}

/** Returns the entries oldest first, each of them once, and no more than were asked for. */
export function inOrder(
  entries: readonly VenueLedgerEntry[],
  { symbol, sinceMs, limit }: LedgerQuery,
): readonly VenueLedgerEntry[] {
  const wanted = new Map(
    entries
      .filter((entry) => symbol === undefined || entry.symbol === symbol)
      .filter(({ atMs }) => sinceMs === undefined || atMs >= sinceMs)
      .map((entry) => [entry.id, entry]),
  );
  const sorted = [...wanted.values()].sort(
    (a, b) => a.atMs - b.atMs || a.id.localeCompare(b.id, 'en'),
  );
  return sinceMs === undefined ? sorted.slice(-limit) : sorted.slice(0, limit);
}

/** Setting a value twice has the effect of one setting, so in doubt it may be sent again. */
function settingsOf(
  dialectClient: DialectClient,
  { leverage, setMarginMode }: PerpsDialect,
  line: Line,
): Pick<PerpsSession, 'leverage' | 'setLeverage' | 'setMarginMode'> {
  const set = (signal: AbortSignal, work: Work<VenueResult>) =>
    outcomeOf(dialectClient, () => line.tell(dialectClient, signal, work));
  return {
    ...(leverage && {
      leverage: (market, signal) =>
        line.readAt(dialectClient, signal, (call) => leverage.get(call, market)),
      setLeverage: (setting, signal) => set(signal, (call) => leverage.set(call, setting)),
    }),
    ...(setMarginMode && {
      setMarginMode: (setting, signal) => set(signal, (call) => setMarginMode(call, setting)),
    }),
  };
}

/** Money is moved by the class that has its source wallet. */
function transferOf(
  dialectClients: readonly DialectClient[],
  line: Line,
): Pick<VenueSession, 'transfer' | 'walletBalances'> {
  const movers = dialectClients.flatMap((dialectClient) => {
    const { transfers } = dialectClient.dialect;
    return transfers ? [{ dialectClient, transfers }] : [];
  });
  if (movers.length === 0) return {};
  return {
    async transfer(move, signal): Promise<SettingOutcome<MovedFunds>> {
      const mover = movers.find(({ transfers }) => transfers.from.includes(move.from));
      if (!mover) {
        return { kind: 'rejected', code: 'INVALID', message: 'No transfer leaves that wallet.' };
      }
      const { dialectClient, transfers } = mover;
      return outcomeOf(dialectClient, () =>
        line.send(dialectClient, signal, (call) => transfers.move(call, move)),
      );
    },
    async walletBalances(wallet, signal) {
      const holder = movers.find(({ transfers }) => transfers.from.includes(wallet));
      const read = holder?.transfers.balances;
      if (!holder || !read) {
        const message = `The wallet ${wallet} cannot be read with this account.`;
        throw new VenueUnavailableError(message, { isRefused: true });
      }
      return line.readAt(holder.dialectClient, signal, (call) => read(call, wallet));
    },
  };
}

function portfolioMarginOf(
  dialectClients: readonly DialectClient[],
  line: Line,
): Pick<PerpsSession, 'portfolioMargin'> {
  const dialectClient = dialectClients.find(({ dialect }) => dialect.portfolioMargin);
  const own = dialectClient?.dialect.portfolioMargin;
  if (!dialectClient || !own) return {};
  // A collection that was made leaves nothing for a second one, so it may be sent again.
  const collected = (signal: AbortSignal, work: Work<VenueResult>) =>
    outcomeOf(dialectClient, () => line.tell(dialectClient, signal, work));
  const portfolioMargin: PortfolioMargin = {
    balances: (signal) => line.readAt(dialectClient, signal, own.balances),
    totals: (signal) => line.readAt(dialectClient, signal, own.totals),
    collectAll: (signal) => collected(signal, own.collectAll),
    collect: (asset, signal) => collected(signal, (call) => own.collect(call, asset)),
  };
  return { portfolioMargin };
}

async function outcomeOf<Done extends object>(
  { dialect }: DialectClient,
  told: () => Promise<Done>,
): Promise<SettingOutcome<Done>> {
  try {
    return { kind: 'done', ...(await told()) };
  } catch (error) {
    const failure = failureOf(error, dialect.errorMeanings);
    switch (failure.kind) {
      case 'unknown':
        return failure;
      case 'refused':
        return { kind: 'rejected', code: refusalOf(failure.code), message: failure.message };
      case 'notSent':
      case 'limited':
      case 'notFound':
        return { kind: 'rejected', code: 'OTHER', message: failure.message };
    }
  }
}

function refusalOf(code: RejectCode): SettingRefusal {
  switch (code) {
    case 'INVALID':
    case 'CONFLICT':
    case 'INSUFFICIENT_BALANCE':
      return code;
    case 'INSUFFICIENT_MARGIN':
      return 'INSUFFICIENT_BALANCE';
    default:
      return 'OTHER';
  }
}
