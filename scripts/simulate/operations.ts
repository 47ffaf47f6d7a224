import type { InstrumentSymbol } from '../../server/src/trading/model/symbol.ts';
import type { VenueOrder } from '../../server/src/trading/venues/venuePort.ts';
import { actOne, type Chance, type Weighted } from './chance.ts';
import type { Incarnation, SimAccount, SimulationRun } from './incarnation.ts';
import { type Callers, type OrderBody, orderUrl } from './requests.ts';

/** One venue whose fees are paid in what is received, one whose fees are in the quote. */
export const accounts: readonly SimAccount[] = [
  { id: 'sim-one', venue: 'binance' },
  { id: 'sim-two', venue: 'kraken' },
];
export const symbols = ['BTC/USDT', 'ETH/USDT'] as readonly string[] as readonly InstrumentSymbol[];

interface BasicScene extends SimulationRun {
  readonly callers: Callers;
  readonly chance: Chance;
  readonly service: Incarnation;
}

interface Scene extends BasicScene {
  /** Number of orders placed by hand. */
  readonly hands: { count: number };
}

/** Acts that can happen next; the weights say how often. */
const acts: Weighted<Scene> = [
  [40, sendOrder],
  [10, sendAgain],
  [10, cancelOne],
  [6, sendAndCancel],
  [8, readOne],
  [4, readLists],
  [5, sendPair],
  [3, haltAndSend],
  [3, resume],
  [5, actByHand],
  [12, trouble],
];

/**
 * The same for runs with several processes: orders must leave while the engine passes from one to
 * the other, so halts are soon resumed, and fewer venues have faults at once.
 */
const actsOfOwners: Weighted<Scene> = [
  [48, sendOrder],
  [10, sendAgain],
  [12, cancelOne],
  [8, sendAndCancel],
  [4, readOne],
  [2, readLists],
  [6, sendPair],
  [2, haltAndSend],
  [6, resume],
  [5, actByHand],
  [5, trouble],
];

export function act(scene: Scene): void {
  actOne(scene.world.mode === 'owners' ? actsOfOwners : acts, scene);
}

/**
 * Draws an order near the market or far from it, small or too large, of every type that a spot
 * market takes.
 */
function drawOrder({ chance, service, scenery }: Scene, { isNear = false } = {}): OrderBody {
  const account = chance.pick(scenery.accounts);
  const symbol = chance.pick(scenery.symbols);
  const book = service.app.trading?.orderbook.book(symbol, account.venue);
  const mid = book?.bestBid()?.[0] ?? 50_000;
  const isFar = !isNear && chance.happens(0.2);
  const isMarket = !isNear && chance.happens(0.2);
  const offset = isFar
    ? chance.between(0.01, 0.03)
    : chance.between(isNear ? 0 : -0.0004, isNear ? 0.0001 : 0.0006);
  const side = chance.pick(['buy', 'sell'] as const);
  const price = mid * (side === 'buy' ? 1 - offset : 1 + offset);
  const usd = chance.happens(0.05) ? chance.between(3_000, 9_000) : chance.between(11, 400);
  return {
    exchange_account_id: account.id,
    symbol,
    side,
    order_type: isMarket ? 'market' : 'limit',
    quantity: Number((usd / mid).toFixed(6)),
    ...(!isMarket && { price: Number(price.toFixed(2)) }),
    ...(!isMarket && {
      time_in_force: isNear ? 'GTC' : chance.pick(['GTC', 'GTC', 'GTC', 'IOC', 'FOK']),
    }),
  };
}

function sendOrder(scene: Scene): void {
  const { chance, callers, service } = scene;
  const order = drawOrder(scene);
  const isNamed = chance.happens(0.6);
  const name = { client_order_id: `mine-${callers.asked.length}` };
  const named = { ...order, ...(isNamed && name) };
  callers.submit(service, named);
  // Two callers use one client id at once.
  if (isNamed && chance.happens(0.1)) callers.submit(service, named);
  if (isNamed && chance.happens(0.05)) callers.submit(service, { ...named, quantity: 0.5 });
}

/** Sends the same order again, as a caller does that got no answer or does not believe it. */
export function sendAgain({ chance, callers, service, world }: BasicScene): void {
  const named = callers.asked.filter(({ clientOrderId }) => clientOrderId !== undefined);
  if (named.length === 0) return;
  const { body } = chance.pick(named);
  if (world.faults.strikes('F7')) world.faults.fired('F7', 'sent again by the caller');
  callers.submit(service, JSON.parse(body) as OrderBody);
}

function sendPair(scene: Scene): void {
  const { callers, service, world, chance } = scene;
  if (world.faults.strikes('F14')) {
    world.venues.nextFails = chance.pick(['rejected', 'lost'] as const);
  }
  callers.submit(service, drawOrder(scene));
  callers.submit(service, drawOrder(scene));
}

/** Returns an order by any known name of it. */
function nameOne({ chance, callers }: Scene): { accountId: string; name: string } | undefined {
  const known = callers.asked.flatMap(({ accountId, clientOrderId, answer }) => {
    const name = answer?.orderId ?? clientOrderId;
    return name === undefined ? [] : [{ accountId, name }];
  });
  // It is mostly one of the latest: it may still be open, or on its way.
  const latest = chance.happens(0.6) ? known.slice(-3) : known;
  return latest.length === 0 ? undefined : chance.pick(latest);
}

function cancelOne(scene: Scene): void {
  const one = nameOne(scene);
  if (!one) return;
  const url = orderUrl(one.accountId, one.name);
  void scene.callers.ask(scene.service, { method: 'DELETE', url });
}

/** Sends an order that rests at the market, and cancels it at once. */
function sendAndCancel(scene: Scene): void {
  const { callers, service, world, chance } = scene;
  const name = `brief-${callers.asked.length}`;
  const order = drawOrder(scene, { isNear: true });
  callers.submit(service, { ...order, client_order_id: name });
  const url = orderUrl(order.exchange_account_id, name);
  world.clock.schedule(chance.integer(100, 1_500), () => {
    if (!service.life.isOver) void callers.ask(service, { method: 'DELETE', url });
  });
}

function readOne(scene: Scene): void {
  const one = nameOne(scene);
  if (!one) return;
  const url = orderUrl(one.accountId, one.name);
  void scene.callers.ask(scene.service, { method: 'GET', url });
}

function readLists({ chance, callers, service }: Scene): void {
  const { id } = chance.pick(accounts);
  const base = '/order-execution/execution';
  const url = chance.pick([`${base}/orders/open`, `${base}/balance`, `${base}/daily-limit`]);
  void callers.ask(service, { method: 'GET', url: `${url}?exchange_account_id=${id}` });
}

/** Halts trading amid orders: some come before it, some after. */
function haltAndSend(scene: Scene): void {
  const { chance } = scene;
  const isAll = chance.happens(0.4);
  const { id } = chance.pick(accounts);
  const cancel_open = chance.happens(0.4);
  sendOrder(scene);
  halt(scene, { id: isAll ? undefined : id, cancel_open });
  sendOrder(scene);
}

/** Halts one account for no reason that orders know. */
export function haltOne(scene: BasicScene): void {
  const { id } = scene.chance.pick(scene.scenery.accounts);
  halt(scene, { id, cancel_open: scene.chance.happens(0.4) });
}

interface Halt {
  /** Id of the account; undefined for all. */
  readonly id: string | undefined;
  readonly cancel_open: boolean;
}

function halt({ callers, service, checker, scenery }: BasicScene, { id, cancel_open }: Halt): void {
  const askedAt = checker.resumptions();
  const body = { ...(id !== undefined && { exchange_account_id: id }), cancel_open };
  void callers.ask(service, { method: 'POST', url: '/admin/halt', body }).then(({ status }) => {
    const ids = id === undefined ? scenery.accounts.map((account) => account.id) : [id];
    if (status === 200) checker.halted(ids, askedAt);
  });
}

export function resume({ callers, service, checker }: BasicScene): void {
  const answered = checker.resuming(service.life);
  void callers.ask(service, { method: 'POST', url: '/admin/resume', body: {} }).then(answered);
}

/** Trades at the venue without the service. */
export function actByHand({ world, chance, hands, scenery }: Scene): void {
  const door = world.venues.doors.get(chance.pick(scenery.accounts).id);
  const { signal } = new AbortController();
  if (!door || !world.faults.strikes('F13')) return;
  if (chance.happens(0.5)) {
    hands.count += 1;
    world.faults.fired('F13', 'order');
    // A position that somebody closes by hand could not be given back any more.
    const spot = scenery.symbols.filter((symbol) => !symbol.includes(':'));
    const order = handOrder(chance, `hand-${hands.count}`, spot);
    // A host that is deposed meanwhile accepts nothing.
    void door.submit(order, signal).catch(() => undefined);
    return;
  }
  const pickOne = async () => {
    const [open] = await door.openOrders('spot', undefined, signal);
    if (!open) return;
    world.faults.fired('F13', 'cancel');
    const { clientId = '', venueOrderId, symbol, marketType } = open;
    await door.cancel({ clientId, venueOrderId, symbol, marketType }, signal);
  };
  // A service that dies meanwhile takes its venue down with it, here.
  void pickOne().catch(() => undefined);
}

function handOrder(
  chance: Chance,
  clientId: string,
  names: readonly InstrumentSymbol[],
): VenueOrder {
  return {
    clientId,
    symbol: chance.pick(names),
    marketType: 'spot',
    side: chance.pick(['buy', 'sell'] as const),
    type: 'market',
    quantity: '0.001',
    price: undefined,
    stopPrice: undefined,
    trailingDelta: undefined,
    timeInForce: 'GTC',
    reduceOnly: false,
  };
}

/** Maximum milliseconds that a fault lasts. */
const troubleMsMax = 20_000;

/** Starts a fault that lasts for a while. */
export function trouble({ world, chance }: Pick<BasicScene, 'world' | 'chance'>): void {
  const { venues, faults, clock } = world;
  const lasting = (begin: () => void, end: () => void) => {
    begin();
    clock.schedule(chance.integer(500, troubleMsMax), end);
  };
  if (faults.strikes('F8')) {
    lasting(
      () => {
        venues.skewMs = chance.integer(-6_000, 6_000);
      },
      () => {
        venues.skewMs = 0;
      },
    );
  }
  if (faults.strikes('F8')) {
    faults.fired('F8', 'wall clock steps');
    clock.stepWall(chance.integer(-5_000, 5_000));
  }
  if (faults.strikes('F12')) {
    lasting(
      () => {
        venues.rulesFactor = 10;
      },
      () => {
        venues.rulesFactor = 1;
      },
    );
  }
  if (faults.strikes('F16')) {
    lasting(
      () => {
        venues.disk = chance.pick(['full', 'answersLost'] as const);
      },
      () => {
        venues.disk = 'well';
      },
    );
  }
  if (faults.strikes('F18')) {
    lasting(
      () => {
        venues.isKeyRevoked = true;
      },
      () => {
        venues.isKeyRevoked = false;
      },
    );
  }
}
