import { accountEndpoints } from '@windlass/contract';
import { actorOf } from '../../../http/actor.ts';
import { type Binding, bind, type Context } from '../../../http/bind.ts';
import { requireWholeReach } from '../../../http/guard.ts';
import { AppError } from '../../../kit/errors.ts';
import type { Account } from '../../model/account.ts';
import { venueIds } from '../../model/venue.ts';
import type { AccountCheck } from '../../venues/accountPort.ts';
import { parseVenueId } from '../../venues/registry.ts';
import { reaches, requireReach } from '../reach.ts';
import type { Accounts, HaltOutcome, Portfolios, Switched } from '../types.ts';
import {
  fromChangeBody,
  fromCreateBody,
  toAccountWire,
  toPortfolioWire,
  toVerificationWire,
} from '../wire.ts';
import { requireChangeable, requireCreatable } from './accountCheck.ts';

interface AccountRoutesDeps {
  readonly accounts: Accounts;
  /** Cancels all open orders of an account. Never rejects. */
  readonly cancelAll: (account: Account) => Promise<{
    readonly canceled: number;
    readonly failed: readonly { readonly orderId: string; readonly reason: string }[];
  }>;
  /** Resolves once every order that was requested before the call has been sent or refused. */
  readonly ordersLeft: () => Promise<void>;
  /** Checks the account at its venue. */
  readonly verify: (account: Account) => Promise<readonly AccountCheck[]>;
  readonly portfolios: Portfolios;
  /** Warns when an exchange's limits leave too little for an account beside all the others. */
  readonly crowds: {
    readonly warnings: (account: Account, all: readonly Account[]) => Promise<readonly string[]>;
    readonly checks: (
      account: Account,
      all: readonly Account[],
    ) => Promise<readonly AccountCheck[]>;
  };
  /** Called with every halt and resumption, once it is durable. */
  readonly switched: (halt: Switched) => void;
}

/** Routes of `/admin/accounts`, `/admin/portfolios`, `/admin/halt` and `/admin/resume`. */
export function accountRoutes(deps: AccountRoutesDeps): Binding[] {
  return [...ofAccounts(deps), ...ofPortfolios(deps), ...ofHalts(deps)];
}

function ofAccounts({ accounts, verify, crowds }: AccountRoutesDeps): Binding[] {
  const withWarnings = async (account: Account, others: readonly Account[]) => ({
    ...toAccountWire(account),
    warnings: [...(await crowds.warnings(account, [...others, account]))],
  });
  return [
    bind(accountEndpoints.createAccount, async ({ body }, context) => {
      requireReach(context.caller, body.exchange_account_id);
      requirePortfolioReach(context, body.portfolio_id, undefined);
      const venue = parseVenueId(body.exchange, venueIds);
      if (!venue) throw new AppError('UNSUPPORTED_VENUE');
      requireCreatable(body, venue);
      // Listed first, so that an account which was created is never answered as a failure.
      const others = await accounts.list();
      const account = await accounts.create(fromCreateBody(body, venue), actorOf(context));
      return withWarnings(account, others);
    }),
    bind(accountEndpoints.listAccounts, async (_input, context) => {
      return { accounts: (await reached(accounts, context)).map(toAccountWire) };
    }),
    bind(accountEndpoints.getAccount, async ({ params: { id } }, { caller }) => {
      requireReach(caller, id);
      return toAccountWire(await accounts.find(id));
    }),
    bind(accountEndpoints.changeAccount, async ({ params: { id }, body }, context) => {
      requireReach(context.caller, id);
      const account = await accounts.find(id);
      requirePortfolioReach(context, body.portfolio_id, account.portfolioId);
      requireChangeable(body, account);
      // Portfolio margin is counted by other limits than the wallets that it replaces.
      const others = (await accounts.list()).filter((each) => each.id !== id);
      const changed = await accounts.change(id, fromChangeBody(body), actorOf(context));
      return withWarnings(changed, others);
    }),
    bind(accountEndpoints.removeAccount, async ({ params: { id } }, context) => {
      requireReach(context.caller, id);
      return toAccountWire(await accounts.remove(id, actorOf(context)));
    }),
    bind(accountEndpoints.verifyAccount, async ({ params: { id } }, { caller }) => {
      requireReach(caller, id);
      const account = await accounts.find(id);
      const checks = await verify(account);
      const comparisons = await crowds.checks(account, await accounts.list());
      return toVerificationWire(account, [...checks, ...comparisons]);
    }),
  ];
}

function ofPortfolios({ accounts, portfolios }: AccountRoutesDeps): Binding[] {
  return [
    bind(accountEndpoints.createPortfolio, async ({ body }, context) => {
      const { portfolio_id: id, name = id } = body;
      return toPortfolioWire(await portfolios.create({ id, name }, actorOf(context)), []);
    }),
    bind(accountEndpoints.listPortfolios, async (_input, context) => {
      const own = await reached(accounts, context);
      const list = (await portfolios.list()).filter(({ id }) => isSeen(id, own, context));
      return { portfolios: list.map((portfolio) => toPortfolioWire(portfolio, own)) };
    }),
    bind(accountEndpoints.getPortfolio, async ({ params: { id } }, context) => {
      const own = await reached(accounts, context);
      if (!isSeen(id, own, context)) throw new AppError('PORTFOLIO_NOT_FOUND');
      return toPortfolioWire(await portfolios.find(id), own);
    }),
    bind(accountEndpoints.changePortfolio, async ({ params: { id }, body }, context) => {
      const portfolio = await portfolios.rename(id, body.name, actorOf(context));
      return toPortfolioWire(portfolio, await reached(accounts, context));
    }),
    bind(accountEndpoints.removePortfolio, async ({ params: { id } }, context) =>
      toPortfolioWire(await portfolios.remove(id, actorOf(context)), []),
    ),
  ];
}

function ofHalts({ accounts, cancelAll, ordersLeft, switched }: AccountRoutesDeps): Binding[] {
  /** Returns the named account, which must exist, or all accounts that the key reaches. */
  const meant = async (id: string | undefined, { caller }: Context) => {
    if (id === undefined) return caller?.exchangeAccountIds;
    requireReach(caller, id);
    return [(await accounts.find(id)).id];
  };
  return [
    bind(accountEndpoints.haltTrading, async ({ body }, context) => {
      const ids = await meant(body.exchange_account_id, context);
      const actor = actorOf(context);
      const outcome = await accounts.halt(ids, actor);
      const told = async () => {
        // No order leaves after the listeners are told of the halt.
        await ordersLeft();
        switched({ halted: true, changed: outcome.changed, actor });
      };
      const canceled = body.cancel_open ? outcome.accounts : [];
      // Started at once: orders that still wait are withdrawn, and nobody waits for them to be
      // sent.
      const [ended] = await Promise.all([cancelOpen(canceled, cancelAll), told()]);
      return { ...toHaltWire(outcome), ...ended };
    }),
    bind(accountEndpoints.resumeTrading, async ({ body }, context) => {
      const ids = await meant(body.exchange_account_id, context);
      const actor = actorOf(context);
      const outcome = await accounts.resume(ids, actor);
      switched({ halted: false, changed: outcome.changed, actor });
      return toHaltWire(outcome);
    }),
  ];
}

/**
 * The accounts are halted first, so that they take no new order; then their open orders are
 * cancelled.
 */
async function cancelOpen(accounts: readonly Account[], cancelAll: AccountRoutesDeps['cancelAll']) {
  const outcomes = await Promise.all(
    accounts.map(async (account) => ({ id: account.id, ...(await cancelAll(account)) })),
  );
  return {
    canceled_orders: outcomes.reduce((sum, { canceled }) => sum + canceled, 0),
    not_canceled: outcomes.flatMap(({ id, failed }) =>
      failed.map(({ orderId, reason }) => ({ exchange_account_id: id, order_id: orderId, reason })),
    ),
  };
}

async function reached(accounts: Accounts, { caller }: Context): Promise<readonly Account[]> {
  if (!caller) throw new AppError('UNAUTHORIZED');
  return (await accounts.list()).filter(({ id }) => reaches(caller, id));
}

/** A key that is bound to accounts sees only the portfolios of these. */
function isSeen(id: string, own: readonly Account[], { caller }: Context): boolean {
  if (caller?.exchangeAccountIds === undefined) return true;
  return own.some(({ portfolioId }) => portfolioId === id);
}

/**
 * Throws when a key that is bound to accounts would put one into a portfolio or take one out. The
 * portfolio belongs to its other accounts too: whoever reads it must reach all of them.
 */
function requirePortfolioReach(
  { caller }: Context,
  asked: string | null | undefined,
  current: string | undefined,
): void {
  if (asked === undefined || (asked ?? undefined) === current) return;
  requireWholeReach({ needsWholeReach: true }, caller);
}

function toHaltWire({ accounts, changed }: HaltOutcome) {
  const idOf = ({ id }: Account) => id;
  return { exchange_account_ids: accounts.map(idOf), changed: changed.map(idOf) };
}
