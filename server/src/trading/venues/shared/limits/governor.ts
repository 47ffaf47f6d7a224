import { assert } from '../../../../kit/assert.ts';
import type { Cancel, Clock } from '../../../../kit/clock.ts';
import type { CallPurpose } from '../../../model/callPurpose.ts';
import { Claims, type Spend } from './claims.ts';
import {
  banStatuses,
  type CallKind,
  type GovernorRules,
  type RatedCall,
  type RateScope,
} from './governorRules.ts';
import {
  createRateBudget,
  type MeterFigures,
  type RateBudget,
  RateMeter,
  type SpentBefore,
} from './rateBudget.ts';
import { RateLimitedError, type RefusalReason } from './rateLimitedError.ts';
import { WaitingCalls } from './waitingCalls.ts';

/**
 * Maximum wait of a call for its turn, unless the call names one itself. A cancel is useful at any
 * time: it waits as long as its caller does. An order is meant for the present market. Callers that
 * read give up after ten seconds, of which two are left for the way; nobody waits for comparisons,
 * histories and the proofs of orders whose outcome is unknown, and those of many orders take long.
 */
const waitMsMax: Readonly<Record<CallPurpose, number>> = {
  cancel: Number.POSITIVE_INFINITY,
  order: 5_000,
  proof: 30_000,
  comparison: 30_000,
  caller: 8_000,
  history: 30_000,
};

/** The end of a shorter ban is awaited, if the call may wait that long. */
const banWaitMsMax = 10_000;

/** The facts about the limits in an answer. */
export interface LimitReport {
  readonly credential?: string | undefined;
  readonly status: number;
  readonly retryAfterMs?: number | undefined;
  /** Whom a ban affects, when the answer says more than its status does. */
  readonly scope?: RateScope | undefined;
  /** The exchange's own count by the name of the window; unknown names are ignored. */
  readonly used?: Readonly<Record<string, number>> | undefined;
  /** The cost of the call beyond the one calculated for it, by the name of the window. */
  readonly surplus?: Readonly<Record<string, number>> | undefined;
  /** The purpose of the call that was answered. */
  readonly purpose: CallPurpose;
}

/** A ban that has just begun. */
export interface NewBan {
  readonly scope: RateScope;
  readonly leftMs: number;
}

interface WindowFigures extends MeterFigures {
  readonly name: string;
  readonly scope: RateScope;
  /** Everything that was ever spent in it, by all credentials together. */
  readonly spentTotal: Readonly<Record<CallPurpose, number>>;
}

export interface GovernorFigures {
  /** The windows of the credential that used most. */
  readonly windows: readonly WindowFigures[];
  readonly waiting: Readonly<Record<CallKind, number>>;
  /** Number of credentials of which something is remembered. */
  readonly credentials: number;
  /** Bans that are in force. Without a credential: the address is banned. */
  readonly bans: readonly { credential: string | undefined; leftMs: number }[];
  readonly bansTotal: number;
  readonly refusedTotal: Readonly<Record<RefusalReason, Readonly<Record<CallKind, number>>>>;
}

/**
 * Keeps all calls to one host of an exchange within its limits. The more urgent purpose goes first,
 * and each has a part of every window that others cannot spend (`reserves.ts`).
 */
export interface Governor {
  /**
   * Resolves when the call may be sent, which must then happen at once. Rejects with a
   * `RateLimitedError` as soon as it is known that it would be too late, or with the signal's
   * reason. A cancel waits until its time is over.
   */
  acquire(call: RatedCall, signal: AbortSignal): Promise<void>;
  recordAnswer(answer: LimitReport): NewBan | undefined;
  /** Counts as spent in every window, of every credential, known by now or not. */
  spendBefore(before: SpentBefore): void;
  figures(): GovernorFigures;
}

interface GovernorOptions {
  readonly clock: Clock;
  readonly rules: GovernorRules;
  /** The part of every window that was spent before this governor was made. */
  readonly spentBefore?: SpentBefore | undefined;
}

export function createGovernor(options: GovernorOptions): Governor {
  return new VenueGovernor(options);
}

interface Waiter {
  readonly call: RatedCall;
  readonly spends: readonly Spend[];
  readonly deadlineMs: number;
  /** Takes the call out of the line and answers it; without an error the call may be sent. */
  readonly settle: (error?: unknown) => void;
}

class VenueGovernor implements Governor {
  readonly #clock: Clock;
  readonly #rules: GovernorRules;
  #before: SpentBefore | undefined;
  readonly #address: RateBudget;
  /** Only credentials that are in use, waited for, or remembered for a ban. */
  readonly #credentials = new Map<string, RateBudget>();
  readonly #waiting = new WaitingCalls<Waiter>();
  readonly #refused = {
    banned: { cancel: 0, order: 0, read: 0, list: 0 },
    late: { cancel: 0, order: 0, read: 0, list: 0 },
    full: { cancel: 0, order: 0, read: 0, list: 0 },
  };
  /** By the name of the window. */
  readonly #spent = new Map<string, Record<CallPurpose, number>>();
  #bansTotal = 0;
  /** Set while a call waits. */
  #cancelPump: Cancel | undefined;

  constructor({ clock, rules, spentBefore }: GovernorOptions) {
    this.#clock = clock;
    this.#rules = rules;
    this.#before = spentBefore;
    const windows = rules.windows.filter(({ scope }) => scope === 'address');
    this.#address = createRateBudget(windows, spentBefore);
  }

  async acquire(call: RatedCall, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const nowMs = this.#clock.monotonic();
    const { purpose, untilMs = nowMs + waitMsMax[purpose] } = call;
    const bannedMs = this.#bannedMs(call, nowMs);
    if (isTooLong(bannedMs, untilMs - nowMs)) throw this.#refusal(call, 'banned', bannedMs);
    const spends = this.#spendsOf(call);
    const waitMs = this.#waitMs(call, spends, nowMs);
    // A cancel has nothing better to do than to wait: calls before it may give up.
    if (purpose !== 'cancel' && nowMs + waitMs > untilMs) throw this.#refusal(call, 'late', waitMs);
    const outcast = this.#waiting.outcast(purpose);
    if (outcast === 'itself') throw this.#refusal(call, 'full', waitMs);
    outcast?.settle(this.#refusal(outcast.call, 'full', waitOf(outcast, nowMs)));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = () => {
      waiter.settle(signal.reason);
      this.#pump();
    };
    const waiter: Waiter = {
      call,
      spends,
      deadlineMs: untilMs,
      settle: (error) => {
        this.#waiting.delete(waiter);
        signal.removeEventListener('abort', giveUp);
        if (error === undefined) resolve();
        else reject(error);
      },
    };
    signal.addEventListener('abort', giveUp, { once: true });
    this.#waiting.add(waiter);
    this.#pump();
    await promise;
  }

  recordAnswer(answer: LimitReport): NewBan | undefined {
    const { credential, status, retryAfterMs, scope, used = {}, surplus = {} } = answer;
    const nowMs = this.#clock.monotonic();
    const own = credential === undefined ? undefined : this.#budgetOf(credential);
    for (const meter of [...this.#address.meters, ...(own?.meters ?? [])]) {
      const count = used[meter.window.name];
      if (count !== undefined) meter.correct(count, nowMs);
      const more = surplus[meter.window.name] ?? 0;
      if (more > 0) this.#spend({ meter, cost: more }, answer.purpose);
    }
    const banStatus = banStatuses.find((one) => one === status);
    const rule = banStatus && this.#rules.bans[banStatus];
    // A ban that names nobody affects everybody.
    const isOwn = own !== undefined && (scope ?? rule?.scope) === 'credential';
    const { ban } = isOwn ? own : this.#address;
    const isNew = rule !== undefined && ban.strike({ firstMs: rule.firstMs, retryAfterMs }, nowMs);
    if (isNew) this.#bansTotal += 1;
    this.#pump();
    return isNew
      ? { scope: isOwn ? 'credential' : 'address', leftMs: ban.leftMs(nowMs) }
      : undefined;
  }

  spendBefore(before: SpentBefore): void {
    this.#before = before;
    for (const { meters } of [this.#address, ...this.#credentials.values()]) {
      for (const meter of meters) meter.spendBefore(before);
    }
    this.#pump();
  }

  figures(): GovernorFigures {
    const nowMs = this.#clock.monotonic();
    const budgets = [this.#address, ...this.#credentials.values()];
    const unused = this.#rules.windows.map((window) => new RateMeter(window));
    const meters = [...budgets.flatMap((budget) => budget.meters), ...unused];
    const fullest = (name: string): MeterFigures =>
      meters
        .filter(({ window }) => window.name === name)
        .map((meter) => meter.figures(nowMs))
        .reduce((most, figures) => (figures.used > most.used ? figures : most));
    const named: [string | undefined, RateBudget][] = [
      [undefined, this.#address],
      ...this.#credentials,
    ];
    return {
      windows: this.#rules.windows.map(({ name, scope }) => ({
        name,
        scope,
        spentTotal: { ...this.#spentIn(name) },
        ...fullest(name),
      })),
      waiting: this.#waiting.counts(),
      credentials: this.#credentials.size,
      bans: named
        .map(([credential, { ban }]) => ({ credential, leftMs: ban.leftMs(nowMs) }))
        .filter(({ leftMs }) => leftMs > 0),
      bansTotal: this.#bansTotal,
      refusedTotal: structuredClone(this.#refused),
    };
  }

  /**
   * Lets calls go that can, refuses those that no longer can, and sets the time of the next look.
   */
  #pump(): void {
    this.#cancelPump?.();
    this.#cancelPump = undefined;
    const nowMs = this.#clock.monotonic();
    const claims = new Claims(nowMs);
    let nextMs = Number.POSITIVE_INFINITY;
    for (const waiter of this.#waiting) {
      const bannedMs = this.#bannedMs(waiter.call, nowMs);
      if (isTooLong(bannedMs, waiter.deadlineMs - nowMs)) {
        waiter.settle(this.#refusal(waiter.call, 'banned', bannedMs));
        continue;
      }
      if (nowMs > waiter.deadlineMs) {
        waiter.settle(this.#refusal(waiter.call, 'late', waitOf(waiter, nowMs)));
        continue;
      }
      const isHeldBack = claims.isHeldBack(waiter);
      const roomMs = isHeldBack ? undefined : Math.max(bannedMs, waitOf(waiter, nowMs));
      if (roomMs === 0) {
        this.#letGo(waiter);
        continue;
      }
      if (roomMs !== undefined && bannedMs === 0) claims.add(waiter);
      // A call that only waits for another before it is looked at together with that one.
      const againMs = roomMs === undefined ? Number.POSITIVE_INFINITY : nowMs + roomMs;
      nextMs = Math.min(nextMs, againMs, waiter.deadlineMs + 1);
    }
    if (nextMs === Number.POSITIVE_INFINITY) return;
    this.#cancelPump = this.#clock.schedule(Math.ceil(nextMs - nowMs), () => this.#pump());
  }

  #letGo({ call, spends, settle }: Waiter): void {
    for (const spend of spends) this.#spend(spend, call.purpose);
    settle();
  }

  #spend({ meter, cost }: Spend, purpose: CallPurpose): void {
    meter.spend(purpose, cost, this.#clock.monotonic());
    this.#spentIn(meter.window.name)[purpose] += cost;
  }

  #spentIn(window: string): Record<CallPurpose, number> {
    const known = this.#spent.get(window);
    if (known) return known;
    const none = { cancel: 0, order: 0, proof: 0, comparison: 0, caller: 0, history: 0 };
    this.#spent.set(window, none);
    return none;
  }

  #spendsOf(call: RatedCall): Waiter['spends'] {
    const own = call.credential === undefined ? [] : this.#budgetOf(call.credential).meters;
    const spends = [...this.#address.meters, ...own].map((meter) => {
      return { meter, cost: meter.window.cost(call) };
    });
    for (const { meter, cost } of spends) {
      assert(cost >= 0 && meter.canEver(call, cost), `${meter.window.name} has room for ${cost}`);
    }
    return spends.filter(({ cost }) => cost > 0);
  }

  /** Returns the minimum wait of the call, behind those of its purpose that came before it. */
  #waitMs(call: RatedCall, spends: Waiter['spends'], nowMs: number): number {
    const ahead = new Map<RateMeter, number>();
    for (const waiter of this.#waiting.of(call.purpose)) {
      for (const { meter, cost } of waiter.spends) ahead.set(meter, (ahead.get(meter) ?? 0) + cost);
    }
    const waits = spends.map(({ meter, cost }) => {
      return meter.waitMs({ call, cost, ahead: ahead.get(meter) ?? 0 }, nowMs);
    });
    return Math.max(0, ...waits);
  }

  #bannedMs({ credential }: RatedCall, nowMs: number): number {
    const own = credential === undefined ? undefined : this.#credentials.get(credential);
    return Math.max(this.#address.ban.leftMs(nowMs), own?.ban.leftMs(nowMs) ?? 0);
  }

  #refusal(call: RatedCall, reason: RefusalReason, waitMs: number): RateLimitedError {
    this.#refused[reason][call.kind] += 1;
    return new RateLimitedError({ call, reason, waitMs });
  }

  #budgetOf(credential: string): RateBudget {
    const known = this.#credentials.get(credential);
    if (known) return known;
    this.#forgetIdle();
    const windows = this.#rules.windows.filter(({ scope }) => scope === 'credential');
    const budget = createRateBudget(windows, this.#before);
    this.#credentials.set(credential, budget);
    return budget;
  }

  #forgetIdle(): void {
    const nowMs = this.#clock.monotonic();
    const waited = new Set([...this.#waiting].map(({ call }) => call.credential));
    for (const [credential, { meters, ban }] of this.#credentials) {
      const isQuiet = meters.every((meter) => meter.isEmpty(nowMs)) && ban.isForgotten(nowMs);
      if (isQuiet && !waited.has(credential)) this.#credentials.delete(credential);
    }
  }
}

function isTooLong(bannedMs: number, leftMs: number): boolean {
  return bannedMs > 0 && bannedMs > Math.min(leftMs, banWaitMsMax);
}

/** Returns the time until every meter has room for the call, if nobody else spends. */
function waitOf({ call, spends }: Waiter, nowMs: number): number {
  const roomsAtMs = spends.map(({ meter, cost }) => meter.freeAtMs(call, cost, nowMs));
  return Math.max(nowMs, ...roomsAtMs) - nowMs;
}
