import type { Registry } from 'prom-client';
import type { Clock } from '../../kit/clock.ts';
import type { Ids } from '../../kit/ids.ts';
import type { Lease } from '../../kit/lease.ts';
import type { Logger } from '../../kit/logger.ts';
import type { Store } from '../../store/types.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Alerts } from '../alerts/index.ts';
import { createExecution, type ExecutionService } from '../execution/execution.ts';
import type { WorldOf } from '../execution/index.ts';
import { isUnsettled, refOf } from '../execution/storedOrders.ts';
import type { OrderStore } from '../execution/types.ts';
import type { Markets } from '../markets/markets.ts';
import type { Account, AccountId } from '../model/account.ts';
import {
  observeDeadMansSwitches,
  observeExecution,
  observeOrderUpdates,
  observeReconciliation,
} from '../observeOrders.ts';
import type { Orderbook } from '../orderbook/types.ts';
import { marginModesOf } from '../perps/marginModes.ts';
import type { FeedSet } from '../venues/feeds.ts';
import type { PaperFunding } from '../venues/paperPort.ts';
import type { MarginModes } from '../venues/perpsPort.ts';
import type { PublicRates } from '../venues/ratesPort.ts';
import type { InFlightRef, VenueConnector } from '../venues/venuePort.ts';
import { paperFunding } from './paperFunding.ts';

/** Opens paper accounts on our own books and market lists. */
export type ConnectPaper = (market: {
  readonly books: Orderbook;
  readonly rulesOf: Markets['rulesOf'];
  readonly funding: PaperFunding;
}) => VenueConnector;

export interface OrdersDeps {
  readonly accounts: Accounts;
  readonly orders: OrderStore;
  /** Epoch of the process that owns the engine. */
  readonly epoch: number;
  /** Lease of the same process: shows whether it still owns the engine at this moment. */
  readonly lease: Lease;
  /** Modes of the accounts whose orders the development cap limits. */
  readonly devMode: 'all' | 'live' | 'off';
  readonly connectPaper: ConnectPaper;
  /** Undefined while prices are not those of the exchanges: no check would mean anything. */
  readonly connectLive: ConnectLive | undefined;
  /** The simulated market and its funding, when the market is simulated. */
  readonly feeds: Pick<FeedSet, 'simulated'>;
  /** Keeps the comparisons with the venues. */
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
  readonly registry: Registry;
}

/** Opens live accounts with their credentials. */
export type ConnectLive = (own: {
  readonly credentialsOf: Accounts['credentialsOf'];
  readonly tradedSymbols: OrderStore['symbolsSince'];
  readonly inFlight: (accountId: AccountId) => Promise<readonly InFlightRef[]>;
  readonly marginModesOf: (accountId: AccountId) => MarginModes;
}) => VenueConnector & PublicRates;

interface OrdersParts {
  readonly orderbook: Orderbook;
  readonly markets: Markets;
  readonly worldOf: WorldOf;
  readonly alerts: Alerts;
}

/** Development cap: USD 50 (Trading §8). */
const developmentCapMicroUsd = 50_000_000;

/** Returns the largest order of an account in micro-USD; undefined without a development cap. */
export function developmentCapOf(
  devMode: OrdersDeps['devMode'],
): (account: Account) => number | undefined {
  const isCapped = (account: Account) => devMode === 'all' || devMode === account.mode;
  return (account) => (isCapped(account) ? developmentCapMicroUsd : undefined);
}

/**
 * Builds the orders of all accounts, with the venues behind them and the alerts they raise, and the
 * published rates of these venues where they are real.
 */
export function buildOrders(
  deps: OrdersDeps,
  parts: OrdersParts,
): { readonly execution: ExecutionService; readonly rates: PublicRates | undefined } {
  const { devMode, registry, logger } = deps;
  const { alerts } = parts;
  const { paper, live } = connect(deps, parts);
  const observe = observeExecution(registry, logger);
  const updates = () => live?.updates?.() ?? [];
  const execution = createExecution({
    ...deps,
    ...parts,
    updates,
    connectorOf: (account) => {
      if (account.mode === 'paper') return paper;
      return live ?? { refusal: 'live trading needs the live books of WINDLASS_FEED=live' };
    },
    capOf: developmentCapOf(devMode),
    alert: ({ accountId, kind, symbol, orderId, reason }) =>
      alerts.raise({
        kind: 'difference_found',
        account: accountId,
        difference: kind,
        symbol,
        orderId,
        reason,
      }),
    observe: {
      ...observe,
      bookStale(stale) {
        observe.bookStale(stale);
        alerts.raise({ kind: 'stale_book', ...stale });
      },
      orderUnknown(order) {
        observe.orderUnknown(order);
        alerts.raise({
          kind: 'order_unknown',
          account: order.accountId,
          orderId: order.id,
          clientOrderId: order.clientOrderId,
          symbol: order.symbol,
          message: order.reason ?? 'The process ended before the exchange had answered.',
        });
      },
    },
  });
  observeReconciliation(registry, execution.reconciler.ages);
  observeDeadMansSwitches(registry, execution.deadMansSwitches.figures);
  observeOrderUpdates(registry, updates);
  return { execution, rates: live };
}

/** Connects the venues, on paper and live. */
function connect(deps: OrdersDeps, { orderbook, markets }: OrdersParts) {
  const live = deps.connectLive?.({
    credentialsOf: deps.accounts.credentialsOf,
    tradedSymbols: deps.orders.symbolsSince,
    marginModesOf: (accountId) => marginModesOf(deps.store, accountId),
    inFlight: async (accountId) => {
      const live = await deps.orders.live(accountId);
      return live.map((order) => ({ ...refOf(order), isUnknown: isUnsettled(order) }));
    },
  });
  const paper = deps.connectPaper({
    books: orderbook,
    rulesOf: markets.rulesOf,
    funding: paperFunding(deps.feeds, live),
  });
  return { paper, live };
}
