import type { Clock } from '../../kit/clock.ts';
import { AppError } from '../../kit/errors.ts';
import type { AuditEntry } from '../../store/rows.ts';
import type { Accounts, Actor } from '../accounts/index.ts';
import {
  answerFrom,
  orUnreachable,
  outcomeOf,
  type Sessions,
  type Transfers,
  type WorldOf,
} from '../execution/index.ts';
import type { Account } from '../model/account.ts';
import type { MovedFunds, SettingOutcome, VenueResult } from '../venues/perpsPort.ts';
import { createFundingRates } from './fundingRates.ts';
import { derivativeOf, listedOf, requireAsset, tradedDerivative } from './markets.ts';
import { ability, refusalOf, unfunded } from './refusals.ts';
import { moveOf } from './transfers.ts';
import type { AccountEntries, EntriesQuery, Perps } from './types.ts';

export interface PerpsObserver {
  /** An action was done, but its line of the audit log could not be written. */
  auditNotWritten(accountId: string, action: string, error: unknown): void;
}

export interface PerpsDeps {
  readonly accounts: Pick<Accounts, 'find'>;
  readonly sessions: Pick<Sessions, 'at'>;
  readonly worldOf: WorldOf<'markets'>;
  /** Notified of every transfer, so that its movements are expected. */
  readonly transfers: Transfers;
  readonly clock: Clock;
  /** Resolves once the line is durable. */
  readonly audit: (entry: AuditEntry) => Promise<void>;
  readonly observe: PerpsObserver;
}

/** The data that one call of a method needs. */
type Call = ReturnType<typeof createCalls>;

export function createPerps(deps: PerpsDeps): Perps {
  const call = createCalls(deps);
  return { ...settingsOf(deps, call), ...readsOf(deps, call), ...moneyOf(deps, call) };
}

function createCalls({ accounts, sessions, clock, audit, observe }: PerpsDeps) {
  return {
    async at(accountId: string) {
      const account = await accounts.find(accountId);
      return { account, session: sessions.at(account) };
    },
    read: <Value>(account: Account, work: (signal: AbortSignal) => Promise<Value>) =>
      orUnreachable(account, () => answerFrom(clock, work)),
    /** Sends the request to the venue once; throws when it is not done, naming the wrong field. */
    async tell<Done>(
      account: Account,
      field: string,
      work: (signal: AbortSignal) => Promise<SettingOutcome<Done>>,
    ): Promise<Extract<SettingOutcome<Done>, { kind: 'done' }>> {
      const outcome = await outcomeOf<SettingOutcome<Done>>(clock, work);
      if (outcome.kind === 'done') return outcome;
      throw refusalOf(account, outcome, field);
    },
    ...notesOf({ clock, audit, observe }),
  };
}

interface Note extends Pick<AuditEntry, 'action' | 'after'> {
  readonly actor: Actor;
  readonly account: Account;
}

/** Writes lines of the audit log: who did what to which account. */
function notesOf({ clock, audit, observe }: Pick<PerpsDeps, 'clock' | 'audit' | 'observe'>) {
  const write = ({ actor, account, action, after }: Note) =>
    audit({
      atMs: clock.now(),
      actorId: actor.id,
      actorName: actor.name,
      action,
      subject: account.id,
      before: null,
      after,
      requestId: actor.requestId,
    });
  return {
    /** Writes before the action: only recorded actions are done. Throws STORE_UNAVAILABLE. */
    intend: (note: Note) =>
      write(note).catch((cause: unknown) => {
        const message = 'The database cannot be written at the moment. Nothing was moved.';
        throw new AppError('STORE_UNAVAILABLE', { message, cause });
      }),
    /** Writes after the action: an error now would make the caller do it twice. */
    note: (note: Note) =>
      write(note).catch((error: unknown) =>
        observe.auditNotWritten(note.account.id, note.action, error),
      ),
  };
}

type Settings = 'setLeverage' | 'setMarginMode';

function settingsOf({ worldOf }: PerpsDeps, call: Call): Pick<Perps, Settings> {
  return {
    async setLeverage({ accountId, leverage, ...query }, actor) {
      const { account, session } = await call.at(accountId);
      const set = ability(account, 'leverage', session.setLeverage);
      const market = await tradedDerivative(worldOf([account]).markets, account, query);
      const { result } = await call.tell<VenueResult>(account, 'leverage', (signal) =>
        set({ ...market, leverage }, signal),
      );
      const { symbol } = market;
      await call.note({ actor, account, action: 'leverage.set', after: { symbol, leverage } });
      return { account, symbol, result };
    },
    async setMarginMode({ accountId, marginMode, ...query }, actor) {
      const { account, session } = await call.at(accountId);
      const set = ability(account, 'margin_mode', session.setMarginMode);
      const market = await tradedDerivative(worldOf([account]).markets, account, query);
      const { result } = await call.tell<VenueResult>(account, 'margin_mode', (signal) =>
        set({ ...market, marginMode }, signal),
      );
      const { symbol } = market;
      const after = { symbol, margin_mode: marginMode };
      await call.note({ actor, account, action: 'margin_mode.set', after });
      return { account, symbol, result };
    },
  };
}

type Reads = 'leverage' | 'positions' | 'fundingPayments' | 'realizedPnl' | 'fundingRate';

function readsOf({ worldOf, clock }: PerpsDeps, call: Call): Pick<Perps, Reads> {
  const rates = createFundingRates(clock);
  const entries = async (
    query: EntriesQuery,
    kind: 'fundingPayments' | 'realizedPnl',
  ): Promise<AccountEntries> => {
    const { account, session } = await call.at(query.accountId);
    const feature = kind === 'realizedPnl' ? 'realized_pnl' : 'funding_history';
    const list = ability(account, feature, session[kind]);
    const market = await listedOf(worldOf([account]).markets, account, query);
    const { sinceMs, limit } = query;
    const found = await call.read(account, (signal) => list({ ...market, sinceMs, limit }, signal));
    return { account, symbol: market.symbol, entries: found };
  };
  return {
    async leverage({ accountId, ...query }) {
      const { account, session } = await call.at(accountId);
      const read = ability(account, 'leverage', session.leverage);
      const list = ability(account, 'positions', session.positions);
      const market = await derivativeOf(worldOf([account]).markets, account, query);
      const [set, positions] = await Promise.all([
        call.read(account, (signal) => read(market, signal)),
        call.read(account, (signal) => list(market.marketType, market.symbol, signal)),
      ]);
      return { account, symbol: market.symbol, ...set, positions };
    },
    async positions({ accountId, ...query }) {
      const { account, session } = await call.at(accountId);
      const list = ability(account, 'positions', session.positions);
      const { marketType, symbol } = await listedOf(worldOf([account]).markets, account, query);
      const positions = await call.read(account, (signal) => list(marketType, symbol, signal));
      return { account, positions };
    },
    fundingPayments: (query) => entries(query, 'fundingPayments'),
    realizedPnl: (query) => entries(query, 'realizedPnl'),
    async fundingRate({ accountId, ...query }) {
      const { account, session } = await call.at(accountId);
      const read = ability(account, 'funding_rate', session.fundingRate);
      const market = await derivativeOf(worldOf([account]).markets, account, query);
      const { symbol } = market;
      if (market.marketType === 'future') throw unfunded(symbol);
      const load = () => call.read(account, (signal) => read(market, signal));
      return { account, symbol, ...(await rates.get({ account, symbol }, load)) };
    },
  };
}

type Money = 'transfer' | 'marginBalances' | 'marginAccount' | 'collect';

function moneyOf({ transfers, clock, worldOf }: PerpsDeps, call: Call): Pick<Perps, Money> {
  const marginOf = async (accountId: string) => {
    const { account, session } = await call.at(accountId);
    return { account, margin: ability(account, 'portfolio_margin', session.portfolioMargin) };
  };
  return {
    async transfer(draft, actor) {
      const { account, session } = await call.at(draft.accountId);
      const send = ability(account, 'transfer', session.transfer);
      const move = moveOf(account, draft);
      // Recorded before anything is sent: a transfer that may have happened always has a record.
      const id = await transfers.intended(account, move);
      try {
        await call.intend({ actor, account, action: 'transfer.sent', after: move });
      } catch (error) {
        await transfers.settled(account, id, 'rejected');
        throw error;
      }
      const outcome = await outcomeOf<SettingOutcome<MovedFunds>>(clock, (signal) =>
        send(move, signal),
      );
      const isDone = outcome.kind === 'done';
      await transfers.settled(account, id, isDone ? outcome.status : outcome.kind);
      if (!isDone) throw refusalOf(account, outcome, 'amount');
      const { transferId, status, atMs } = outcome;
      const after = { ...move, transferId };
      await call.note({ actor, account, action: `transfer.${status}`, after });
      return { account, move, transferId, status, atMs };
    },
    async marginBalances(accountId) {
      const { account, margin } = await marginOf(accountId);
      const assets = await call.read(account, (signal) => margin.balances(signal));
      return { account, assets };
    },
    async marginAccount(accountId) {
      const { account, margin } = await marginOf(accountId);
      const [assets, totals] = await Promise.all([
        call.read(account, (signal) => margin.balances(signal)),
        call.read(account, (signal) => margin.totals(signal)),
      ]);
      return { account, assets, totals };
    },
    async collect({ accountId, asset }, actor) {
      const { account, margin } = await marginOf(accountId);
      const { result } = await call.tell<VenueResult>(account, 'asset', (signal) =>
        asset === undefined ? margin.collectAll(signal) : margin.collect(asset, signal),
      );
      if (asset !== undefined && isEmpty(result)) {
        await requireAsset(worldOf([account]).markets, account, asset);
      }
      const after = { asset: asset ?? 'all' };
      await call.note({ actor, account, action: 'margin.collected', after });
      return { account, response: result };
    },
  };
}

/** Returns true when a collection moved nothing. */
function isEmpty({ collected }: VenueResult['result']): boolean {
  return typeof collected === 'object' && collected !== null && Object.keys(collected).length === 0;
}
