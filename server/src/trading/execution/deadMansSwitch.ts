import type { Cancel, Clock } from '../../kit/clock.ts';
import { errorText } from '../../kit/errors.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Account, AccountId } from '../model/account.ts';
import type { MarketType } from '../model/order.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type { OrderEvents } from './orderEvents.ts';
import type { OrderStore, StoredOrder } from './orderStore.ts';
import type { Sessions } from './sessions.ts';
import { isOver } from './storedOrders.ts';
import { answerFrom } from './venueCalls.ts';

export interface DeadMansObserver {
  /** Called once per failure, until the exchange answers again. */
  switchFailed(accountId: AccountId, marketType: MarketType, reason: string): void;
  switchWell(accountId: AccountId, marketType: MarketType): void;
}

interface DeadMansDeps {
  readonly events: OrderEvents;
  readonly orders: Pick<OrderStore, 'live'>;
  readonly accounts: Pick<Accounts, 'find' | 'list'>;
  readonly sessions: Pick<Sessions, 'of'>;
  readonly clock: Clock;
  readonly observe: DeadMansObserver;
  readonly failed: (error: unknown) => void;
}

export interface DeadMansFigures {
  /** Number of switches that are set at their exchanges. */
  readonly armed: number;
  readonly failing: number;
}

/**
 * Keeps the switches of exchanges set while orders are open: when this service stops responding,
 * the exchange cancels. An account's own setting or a claim turns the switch on.
 */
export interface DeadMansSwitches {
  start(): Promise<void>;
  /** Keeps the switch of an account on until it is released. */
  claim(accountId: AccountId, cancelAfterS: number): Cancel;
  figures(): DeadMansFigures;
  /**
   * Leaves the switches as they are: exchanges cancel the open orders in time if nobody returns.
   */
  stop(): void;
}

const lookMs = 1_000;
/** Pause between attempts; each consists of three requests already. */
const retryMs = 2_000;
/** Two renewals may fail before the exchange cancels. */
const renewalsPerDelay = 3;

interface Claim {
  readonly accountId: AccountId;
  readonly seconds: number;
}

interface LiveOrder {
  readonly accountId: AccountId;
  readonly marketType: MarketType;
  readonly symbol: InstrumentSymbol;
}

/** The switch of one account in one market type. */
interface Switch {
  readonly accountId: AccountId;
  readonly marketType: MarketType;
  readonly symbols: Set<InstrumentSymbol>;
  /** Time when the exchange cancels unless the switch is renewed; undefined while it is off. */
  firesAtMs: number | undefined;
  renewAtMs: number;
  /** The delay that was last requested; undefined for off. */
  seconds: number | undefined;
  isFailing: boolean;
  isBusy: boolean;
}

export function createDeadMansSwitches(deps: DeadMansDeps): DeadMansSwitches {
  const { events, orders, accounts, clock } = deps;
  // Invariant: contains every order that is live according to the events, at most as many as
  // accounts may have open.
  const live = new Map<string, LiveOrder>();
  const claims = new Map<symbol, Claim>();
  // Switches that are on or have open orders.
  const switches = new Map<string, Switch>();
  const cancels: Cancel[] = [];
  const ending = new AbortController();
  const keep = createKeeper(deps, claims, ending.signal);

  const note = (order: StoredOrder): void => {
    const { id, accountId, marketType, symbol } = order;
    if (isOver(order)) live.delete(id);
    else live.set(id, { accountId, marketType, symbol });
  };
  const look = (): void => {
    const open = Map.groupBy(live.values(), keyOf);
    for (const [key, [first]] of open) {
      if (first && !switches.has(key)) switches.set(key, switchOf(first));
    }
    for (const [key, own] of switches) {
      if (own.isBusy) continue;
      own.isBusy = true;
      const symbols = new Set((open.get(key) ?? []).map(({ symbol }) => symbol));
      keep(own, symbols)
        .then((isNeeded) => isNeeded || switches.delete(key), deps.failed)
        .finally(() => {
          own.isBusy = false;
        });
    }
  };
  return {
    claim(accountId, cancelAfterS) {
      const own = Symbol(accountId);
      claims.set(own, { accountId, seconds: cancelAfterS });
      return () => void claims.delete(own);
    },
    figures() {
      const all = [...switches.values()];
      const isArmed = ({ firesAtMs }: Switch) => (firesAtMs ?? 0) > clock.now();
      return {
        armed: all.filter(isArmed).length,
        failing: all.filter(({ isFailing }) => isFailing).length,
      };
    },
    async start() {
      cancels.push(events.onOrder(note), clock.every(lookMs, look));
      for (const { id, mode } of await accounts.list()) {
        if (mode === 'live') for (const order of await orders.live(id)) note(order);
      }
      if (!ending.signal.aborted) look();
    },
    stop() {
      for (const cancel of cancels) cancel();
      ending.abort(new Error('The service stops.'));
    },
  };
}

/** Sets a switch that is due. Resolves to true when it must be checked again. */
function createKeeper(
  { accounts, sessions, clock, observe }: DeadMansDeps,
  claims: ReadonlyMap<symbol, Claim>,
  signal: AbortSignal,
) {
  const secondsOf = ({ id, limits }: Account): number | undefined => {
    const claimed = [...claims.values()].filter(({ accountId }) => accountId === id);
    const all = [limits.cancelAfterS, ...claimed.map(({ seconds }) => seconds)];
    const given = all.filter((seconds) => seconds !== undefined);
    return given.length === 0 ? undefined : Math.min(...given);
  };
  const set = async (own: Switch, account: Account, seconds: number | undefined): Promise<void> => {
    const { deadMansSwitch } = sessions.of(account);
    if (!deadMansSwitch?.marketTypes.includes(own.marketType)) return;
    const delayMs = seconds === undefined ? undefined : seconds * 1_000;
    const setting = { marketType: own.marketType, symbols: [...own.symbols], delayMs };
    const sentMs = clock.now();
    await answerFrom(clock, (ends) => deadMansSwitch.set(setting, ends), { signal });
    own.firesAtMs = delayMs === undefined ? undefined : sentMs + delayMs;
    if (own.isFailing) observe.switchWell(own.accountId, own.marketType);
    own.isFailing = false;
  };
  return async (own: Switch, symbols: ReadonlySet<InstrumentSymbol>): Promise<boolean> => {
    const account = await accounts.find(own.accountId).catch(() => undefined);
    if (account?.mode !== 'live') return false;
    const seconds = symbols.size === 0 ? undefined : secondsOf(account);
    const isOn = own.firesAtMs !== undefined || own.isFailing;
    if (seconds === undefined && !isOn) return symbols.size > 0;
    const isNew =
      seconds !== own.seconds || [...symbols].some((symbol) => !own.symbols.has(symbol));
    const isOnceMore = own.isFailing || (seconds !== undefined && !isNew);
    if (isOnceMore && clock.now() < own.renewAtMs) return true;
    own.seconds = seconds;
    for (const symbol of symbols) own.symbols.add(symbol);
    own.renewAtMs = clock.now() + ((seconds ?? 0) * 1_000) / renewalsPerDelay;
    try {
      await set(own, account, seconds);
      if (seconds === undefined) own.symbols.clear();
    } catch (error) {
      if (!own.isFailing) observe.switchFailed(own.accountId, own.marketType, errorText(error));
      own.isFailing = true;
      own.renewAtMs = clock.now() + retryMs;
    }
    return true;
  };
}

function switchOf({ accountId, marketType }: LiveOrder): Switch {
  const off = { firesAtMs: undefined, renewAtMs: 0, seconds: undefined, isFailing: false };
  return { accountId, marketType, symbols: new Set(), ...off, isBusy: false };
}

function keyOf({ accountId, marketType }: LiveOrder): string {
  return `${accountId} ${marketType}`;
}
