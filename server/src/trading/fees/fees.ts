import type { Clock } from '../../kit/clock.ts';
import type { Sessions, World, WorldOf } from '../execution/index.ts';
import type { Account, MakerTakerFees } from '../model/account.ts';
import { overriddenFees } from '../model/feeOverrides.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';
import { createExchangeFees, type ReportedFee } from './exchangeFees.ts';
import type { FeeRecord, Fees } from './types.ts';
import { usualMarket } from './usualMarket.ts';

/** Fees of an exchange that is in no schedule (Trading §4.5). */
const defaultFees: MakerTakerFees = { makerBps: 5, takerBps: 10 };

export interface FeesDeps {
  readonly sessions: Pick<Sessions, 'at'>;
  readonly worldOf: WorldOf<'markets'>;
  /** Static fees by exchange. */
  readonly schedules: ReadonlyMap<VenueId, MakerTakerFees>;
  readonly clock: Clock;
}

/** Fees without their venue, account and symbol. */
type Terms = Omit<FeeRecord, 'venue' | 'accountId' | 'symbol'>;

/** Looks up fees; the order of their sources is that of Trading §4.5. */
export function createFees(deps: FeesDeps): Fees {
  const { schedules, worldOf, clock } = deps;
  const startedAtMs = clock.now();
  const exchange = createExchangeFees(deps);
  const scheduled = (venue: VenueId): Terms => {
    const known = schedules.get(venue);
    return {
      ...(known ?? defaultFees),
      source: known ? 'config' : 'default',
      tier: 'base',
      isTierBased: false,
      updatedAtMs: startedAtMs,
    };
  };
  const told = async (account: Account, symbol: InstrumentSymbol | undefined) => {
    const answer = await exchange.of(account, symbol);
    return answer && ofExchange(answer);
  };
  return {
    schedule: (venue) => ({ venue, accountId: undefined, symbol: undefined, ...scheduled(venue) }),
    async of(account, symbol) {
      const { id: accountId, venue } = account;
      const terms =
        ofOwner(account, symbol) ??
        (await told(account, symbol)) ??
        ofList(worldOf([account]).markets, account, symbol) ??
        scheduled(venue);
      return { venue, accountId, symbol, ...terms };
    },
  };
}

function ofOwner(account: Account, symbol: InstrumentSymbol | undefined): Terms | undefined {
  const own = overriddenFees(account, symbol);
  if (!own) return undefined;
  return {
    ...own.fees,
    source: own.of === 'pair' ? 'db_pair_override' : 'db_account_override',
    tier: account.feeOverrides?.tier ?? 'custom',
    isTierBased: false,
    updatedAtMs: account.updatedAtMs,
  };
}

function ofExchange({ fee, atMs }: ReportedFee): Terms {
  const { makerBps, takerBps, tier = 'account', isTierBased } = fee;
  return { makerBps, takerBps, source: 'exchange_api', tier, isTierBased, updatedAtMs: atMs };
}

function ofList(
  markets: World['markets'],
  account: Account,
  symbol: InstrumentSymbol | undefined,
): Terms | undefined {
  const { venue } = account;
  const market = symbol ? markets.rulesOf(venue, symbol) : usualMarket(markets, account);
  const updatedAtMs = markets.listedAtMs(venue);
  if (!market?.fees || updatedAtMs === undefined) return undefined;
  const terms = { source: 'exchange_markets', tier: 'base', isTierBased: true } as const;
  return { ...market.fees, ...terms, updatedAtMs };
}
