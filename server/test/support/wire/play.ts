import { orderEndpoints, reconciliationEndpoints } from '@windlass/contract';
import type { RawRequest } from '@windlass/simulator';
import type { StoredFill, StoredOrder } from '../../../src/trading/execution/orderStore.ts';
import type { TestAnswer, TestRequest } from '../app/testApp.ts';
import type { TestTrader } from '../app/testService.ts';
import type { LiveService } from '../exchanges/simulated.ts';
import { audit, type SendAnswer, type WireRecords } from './audit.ts';
import type { Act, WireRun } from './draw.ts';
import { does, type RequestFault } from './faults.ts';
import { createPace } from './pace.ts';

/** The result of a run. */
export interface WireResult {
  readonly faults: readonly string[];
  /** Differences of balances found by a comparison with the exchange: nobody moved any by hand. */
  readonly alarms: readonly string[];
  /** Faults that hit something, as `what kind`. */
  readonly struck: readonly string[];
  readonly orders: number;
  readonly trades: number;
}

/** By the clock of the run: all is known by then, once the exchange is well again. */
const settledMs = 180_000;
const lookMs = 1_000;
/** Time during which a right state must stay so. */
const restMs = 3_000;

/** Plays a run at an open exchange, and compares both sides. */
export async function playRun(live: LiveService, run: WireRun): Promise<WireResult> {
  const stage = await openStage(live, run);
  for (const act of run.acts) await stage.carryOut(act);
  await stage.heal();
  for (let ms = 0; ms < settledMs && audit(stage.records()).length > 0; ms += lookMs) {
    await stage.pass(lookMs);
  }
  const differences = await stage.compare();
  await stage.pass(restMs);
  const records = stage.records();
  const isAlarm = ({ kind }: Difference) => kind === 'balance_changed';
  const told = ({ kind, reason }: Difference) => `a comparison finds ${kind}: ${reason}`;
  const faults = [...audit(records), ...differences.filter((each) => !isAlarm(each)).map(told)];
  const trades = records.there.flatMap((order) => order.trades).length;
  const alarms = differences.filter(isAlarm).map(told);
  return { faults, alarms, struck: stage.struck(), orders: records.there.length, trades };
}

async function openStage(live: LiveService, run: WireRun) {
  const { service, simulator } = live;
  const { at } = run.market;
  const before = simulator.accepted(at);
  const trader = await service.trader(run.market);
  const pace = createPace(service.app.clock, service.app.sockets);
  const heard = hear(live, trader);
  const answers: SendAnswer[] = [];
  const struck: string[] = [];
  const strikesOfFrames = misbehave(live, run);
  let isWell = false;
  const plan = (what: 'sends' | 'cancels' | 'reads', times: number, fault: RequestFault) => {
    const match = (request: RawRequest): boolean => {
      if (isWell || !does(at, what, request)) return false;
      struck.push(`${what} ${fault.when} ${nameOf(fault.how)}`);
      return true;
    };
    simulator.fail(at, { match, times, ...fault });
  };
  const ask = (request: TestRequest) => pace.asked(service.app.call(request));
  const acting = createActing({ trader, run, ask, plan, answers, over: pace.over });
  return {
    pass: pace.pass,
    struck: (): readonly string[] => [...struck, ...strikesOfFrames()],
    async carryOut(act: Act): Promise<void> {
      if (act.kind === 'streams') {
        simulator.failStreams(at, act.how);
        struck.push(`streams ${act.how.kind}`);
      } else if (act.kind === 'market') await trader.show(act.book);
      else if (act.kind === 'time') await pace.pass(act.ms);
      else if (act.kind === 'reads') plan('reads', act.times, { when: 'after', how: act.how });
      else await acting(act);
    },
    /** From here on nothing fails any more. */
    async heal(): Promise<void> {
      isWell = true;
      simulator.failStreams(at, { kind: 'refuse', times: 0 });
      simulator.calm();
      await pace.settled();
    },
    /** Compares the account with its exchange, as the service does regularly by itself. */
    async compare(): Promise<readonly Difference[]> {
      const { method, path: url } = reconciliationEndpoints.compareAccounts;
      const body = { exchange_account_id: trader.account };
      const { status, json } = await pace.over(ask({ method, url, body }));
      if (status !== 200) return [{ kind: `an answer ${status}`, reason: json.message }];
      return (json.data as { differences: readonly Difference[] }).differences;
    },
    records: (): WireRecords => ({
      answers,
      ...heard,
      asked: run.acts.flatMap((act) => (act.kind === 'send' ? [act.order] : [])),
      cancelled: new Set(run.acts.flatMap((act) => (act.kind === 'cancel' ? [act.name] : []))),
      there: ordersOf(live, run, trader),
      accepted: simulator.accepted(at) - before,
    }),
  };
}

/** Makes single frames of user streams fail from now on; returns those that hit. */
function misbehave({ simulator }: LiveService, { market, frames }: WireRun) {
  const before = simulator.strikes().length;
  simulator.misbehave({ chances: frames.chances, script: [] }, frames.seed, market.at);
  return (): readonly string[] =>
    simulator
      .strikes()
      .slice(before)
      .map(({ fault }) => `frames ${fault}`);
}

interface Difference {
  readonly kind: string;
  readonly reason: string;
}

interface Acting {
  readonly trader: TestTrader;
  readonly run: WireRun;
  ask(request: TestRequest): Promise<TestAnswer>;
  plan(what: 'sends' | 'cancels', times: number, fault: RequestFault): void;
  over<Value>(answer: Promise<Value>): Promise<Value>;
  readonly answers: SendAnswer[];
}

type Asking = Extract<Act, { kind: 'send' | 'cancel' }>;

/** Performs the actions of a caller with its orders. */
function createActing({ trader, run, ask, plan, over, answers }: Acting) {
  const { symbol, marketType } = run.market;
  const account = { exchange_account_id: trader.account };
  const send = async ({ order }: Extract<Act, { kind: 'send' }>): Promise<void> => {
    const { method, path: url } = orderEndpoints.submitOrder;
    const body = { ...account, symbol, market_type: marketType, ...order.body };
    const { status, json } = await ask({ method, url, body });
    const { order_id, order_status } = (json.data ?? {}) as Record<string, string | undefined>;
    answers.push({ name: order.name, status, orderStatus: order_status, orderId: order_id });
  };
  const cancel = async (name: string): Promise<void> => {
    const { method, path } = orderEndpoints.cancelOrder;
    const query = new URLSearchParams(account);
    await ask({ method, url: `${path.replace(':order_id', name)}?${query}` });
  };
  return async (act: Asking): Promise<void> => {
    if (act.kind === 'cancel') {
      if (act.fault) plan('cancels', 1, act.fault);
      const done = cancel(act.name);
      if (act.isAwaited) await over(done);
      return;
    }
    if (act.fault) plan('sends', 1, act.fault);
    const sent = [send(act)];
    if (act.repeats === 'at once') sent.push(send(act));
    if (act.isAwaited) await over(Promise.all(sent));
    if (act.repeats === 'later') await over(send(act));
  };
}

/** Records everything that is reported about the account's orders without a request. */
function hear({ service }: LiveService, { account }: TestTrader) {
  const here = new Map<string, StoredOrder>();
  const fills: StoredFill[] = [];
  const events = service.app.app.trading?.execution.events;
  events?.onOrder((order) => {
    if (order.accountId === account) here.set(order.clientOrderId, order);
  });
  events?.onFill((fill) => {
    if (fill.accountId === account) fills.push(fill);
  });
  return { here, fills };
}

function ordersOf({ simulator }: LiveService, { venue, market }: WireRun, { account }: TestTrader) {
  const opened = venue.account(account).opened.find((each) => each.venue === market.at);
  if (!opened) throw new Error(`There is no account at ${market.at}`);
  return simulator.orders(market.at, opened.apiKey);
}

function nameOf(how: RequestFault['how']): string {
  return how.kind === 'answers' ? `answers ${how.status}` : how.kind;
}
