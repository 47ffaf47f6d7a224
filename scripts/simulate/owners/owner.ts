import type { Clock } from '../../../server/src/kit/clock.ts';
import type { HeldLease } from '../../../server/src/store/postgres/lease/holding.ts';
import type { Chance } from '../chance.ts';
import type { PlaceOf } from '../faults.ts';
import type { World } from '../world.ts';
import { createLife, type Life } from '../worldClock.ts';
import { clockBehind, createGate, type Gate, type Hands, rightHands } from './gate.ts';
import { createSleep, type Sleep } from './sleep.ts';

/** Points at which a process can be paused. */
export type PausePoint = Exclude<PlaceOf<'F21'>, 'asleep'>;

/** A process that owns the engine, owned it, or waits for it. */
export interface Owner {
  readonly life: Life;
  readonly gate: Gate;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly hands: Hands;
  readonly sleep: Sleep;
  readonly troubles: OwnerTroubles;
  /** Undefined until it owns the engine. */
  lease: HeldLease | undefined;
  /** Passes a point: settles like the answer, and after a pause that begins here. */
  at<Value>(point: PausePoint, answer: Promise<Value>): Promise<Value>;
  /** Ends all its faults. */
  mend(): void;
}

/** Faults on the way of a process to the database, and of its clock. */
export interface OwnerTroubles {
  isCut: boolean;
  /** Delay of a question about the lease and of its answer together. */
  leaseLateMs: number;
  losesRenewals: boolean;
  /** Delay of an answer of the tables. */
  tablesLateMs: number;
  /** Delay of a request that has left. */
  requestLateMs: number;
  /** Difference between its corrected clock and the venues'. */
  signedApartMs: number;
}

/** Maximum number of pauses: a process that is paused more often does nothing else. */
const pausesMax = 5;
/** Share of the fault's probability with which passing a point begins a pause. */
const pauseShares: Readonly<Record<PausePoint, number>> = {
  'after the check': 0.25,
  signed: 0.25,
  leaving: 0.25,
  reserved: 0.25,
  recorded: 0.05,
  'lease asked': 0.02,
  renewed: 0.15,
  told: 0.02,
  'at rest': 0.15,
};
/** Maximum difference of clocks that are corrected by the exchange's own time. */
const apartMsMax = 500;
const wallMsMax = 10_000;

const noTroubles: OwnerTroubles = {
  isCut: false,
  leaseLateMs: 0,
  losesRenewals: false,
  tablesLateMs: 0,
  requestLateMs: 0,
  signedApartMs: 0,
};

export function createOwner(world: World, number: number): Owner {
  const { clock: worldClock, faults } = world;
  const life = createLife(number);
  const chance = world.chance(`owner ${number}`);
  const gate = createGate((task) => worldClock.schedule(0, task));
  const hands = rightHands();
  const sleep = createSleep(worldClock, hands);
  const troubles: OwnerTroubles = { ...noTroubles };
  if (faults.strikes('F24')) {
    faults.fired('F24', 'wall clocks apart');
    hands.wallMs = chance.integer(-wallMsMax, wallMsMax);
  }
  if (faults.strikes('F24')) {
    faults.fired('F24', 'signed by a clock apart');
    troubles.signedApartMs = chance.integer(-apartMsMax, apartMsMax);
  }
  let pauses = 0;
  let goOn: () => void = () => undefined;
  const pauseAt = (point: PausePoint): void => {
    if (gate.isPaused() || life.isOver || faults.isStopped() || pauses >= pausesMax) return;
    if (!chance.happens(faults.probability('F21') * pauseShares[point])) return;
    pauses += 1;
    faults.fired('F21', point);
    const ms = pauseMs(chance);
    const isAsleep = chance.happens(0.3) && sleep.mayBegin();
    if (isAsleep) faults.fired('F21', 'asleep');
    const wake = isAsleep ? sleep.begin() : () => undefined;
    world.trace.add(`pause of life ${number} for ${ms} ms`);
    gate.pause();
    let isOver = false;
    goOn = () => {
      if (isOver) return;
      isOver = true;
      world.trace.add(`life ${number} goes on`);
      wake();
      gate.resume();
    };
    worldClock.schedule(ms, goOn);
  };
  return {
    life,
    gate,
    hands,
    sleep,
    troubles,
    chance,
    clock: clockBehind(gate, worldClock.of(life), hands),
    lease: undefined,
    at: (point, answer) => {
      const reached = answer.finally(() => pauseAt(point));
      return gate.pass(reached);
    },
    mend() {
      Object.assign(troubles, noTroubles);
      goOn();
    },
  };
}

/**
 * Draws a pause shorter than a lease, about as long as one, or long enough for a whole takeover.
 */
function pauseMs(chance: Chance): number {
  const [low, high] = chance.pick([
    [50, 2_500],
    [2_500, 6_000],
    [6_000, 25_000],
  ] as const);
  return chance.integer(low, high);
}

/** Starts a fault of a process that lasts for a while. */
export function troubleOwner({ faults, clock }: World, owner: Owner): void {
  const { troubles, chance, hands } = owner;
  const lasting = (begin: () => void, end: () => void) => {
    begin();
    clock.schedule(chance.integer(300, 15_000), end);
  };
  if (faults.strikes('F20')) {
    faults.fired('F20', 'line to the lease cut');
    const set = (isCut: boolean) => () => {
      troubles.isCut = isCut;
    };
    lasting(set(true), set(false));
  }
  if (faults.strikes('F20')) {
    const set = (loses: boolean) => () => {
      troubles.losesRenewals = loses;
    };
    lasting(set(true), set(false));
  }
  if (faults.strikes('F22')) {
    faults.fired('F22', 'lease late');
    const set = (ms: number) => () => {
      troubles.leaseLateMs = ms;
    };
    lasting(set(chance.integer(50, 1_500)), set(0));
  }
  if (faults.strikes('F22')) {
    faults.fired('F22', 'tables late');
    const set = (ms: number) => () => {
      troubles.tablesLateMs = ms;
    };
    lasting(set(chance.integer(50, 9_000)), set(0));
  }
  if (faults.strikes('F23')) {
    faults.fired('F23', 'request held back');
    const set = (ms: number) => () => {
      troubles.requestLateMs = ms;
    };
    lasting(set(chance.integer(50, 9_000)), set(0));
  }
  if (!owner.sleep.isDrowsy() && faults.strikes('F24')) {
    faults.fired('F24', 'wall clock set');
    hands.wallMs = chance.integer(-wallMsMax, wallMsMax);
    hands.setAtMs = clock.elapsedMs();
  }
}
