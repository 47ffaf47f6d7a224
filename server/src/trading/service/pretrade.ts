import type { Clock } from '../../kit/clock.ts';
import type { ExecutionService } from '../execution/execution.ts';
import { createFunds, type Funds, type FundsDeps } from '../execution/funds.ts';
import { answerFrom, orUnreachable, type WorldOf } from '../execution/index.ts';
import { createFees } from '../fees/fees.ts';
import type { Fees } from '../fees/types.ts';
import type { Account } from '../model/account.ts';
import { createPretrade } from '../pretrade/pretrade.ts';
import type { Pretrade } from '../pretrade/types.ts';
import { feeSchedules, paperVenueOf } from '../venues/registry.ts';
import { developmentCapOf, type OrdersDeps } from './orders.ts';

interface PretradeParts {
  readonly worldOf: WorldOf;
  readonly execution: ExecutionService;
}

/** The answers that a caller can get before it sends an order. */
interface BeforeOrders {
  readonly fees: Fees;
  readonly funds: Funds;
  readonly pretrade: Pretrade;
}

export function buildPretrade(
  deps: Pick<OrdersDeps, 'accounts' | 'orders' | 'devMode' | 'clock' | 'ids'>,
  { worldOf, execution }: PretradeParts,
): BeforeOrders {
  const { devMode, clock, orders } = deps;
  const { sessions, events } = execution;
  const fees = createFees({ sessions, worldOf, schedules: feeSchedules, clock });
  const contracts = contractsIn(sessions, clock);
  const funds = createFunds({ execution, orders, events, ...contracts, clock });
  const { usd } = worldOf([]).quotes;
  const capOf = developmentCapOf(devMode);
  const pretrade = createPretrade({
    ...deps,
    worldOf,
    fees,
    funds,
    usd,
    capOf,
    paysFeeOnTop,
  });
  return { fees, funds, pretrade };
}

type Contracts = Pick<FundsDeps, 'leverageOf' | 'positionsOf'>;

/** Reads an account's contract settings at its exchange. */
function contractsIn(sessions: ExecutionService['sessions'], clock: Clock): Contracts {
  return {
    async leverageOf(account, market) {
      const { leverage: read } = sessions.at(account);
      if (!read) return leverageFixed(account);
      const set = await orUnreachable(account, () =>
        answerFrom(clock, (signal) => read(market, signal)),
      );
      return set.leverage;
    },
    async positionsOf(account, { marketType, symbol }) {
      const { positions: read } = sessions.at(account);
      if (!read) return undefined;
      return orUnreachable(account, () =>
        answerFrom(clock, (signal) => read(marketType, symbol, signal)),
      );
    },
  };
}

/**
 * Returns the leverage of a paper account at a venue where it cannot be set. An exchange does not
 * say what it gives by itself.
 */
function leverageFixed({ mode, venue }: Account): number | undefined {
  return mode === 'paper' ? paperVenueOf(venue).rules.perp?.leverageFixed : undefined;
}

/**
 * No exchange says where a live account's fee is taken from, so it is assumed to be the quote
 * asset.
 */
export function paysFeeOnTop({ mode, venue }: Account): boolean {
  return mode === 'live' || paperVenueOf(venue).rules.spot?.feeAsset === 'quote';
}
