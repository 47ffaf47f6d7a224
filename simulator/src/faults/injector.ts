import type { RawRequest } from '../http/request.ts';
import { createChooser } from './chooser.ts';
import type { Course } from './course.ts';
import type { Target } from './exchangeFaults.ts';
import { createGate, type Gate, type Outlet } from './gate.ts';
import type { Holding } from './holding.ts';
import { createLasting } from './lasting.ts';
import { createExchangeFaults } from './onExchange.ts';
import { createFailRequest, type Refusing } from './onRequests.ts';
import { isQuiet, type Planning } from './planning.ts';
import type { Struck } from './requests.ts';
import type { StrikeLog } from './strikes.ts';

/** Lets one exchange misbehave. */
export interface Injector {
  misbehave(planning: Planning, seed: number): void;
  /** Ends all faults, and releases what is held back. */
  calm(): void;
  /** Begins and ends faults that are due. */
  pass(): void;
  /** Returns how a request fails, or undefined when it does not. */
  take(request: RawRequest): Struck | undefined;
  /** Answers a request, during which faults may let its cancels come too late. */
  during<Answered>(request: RawRequest, answer: () => Answered): Answered;
  readonly streams: StreamFaults;
}

/** Faults of an exchange's streams. */
export interface StreamFaults {
  /** Returns whether a requested stream is refused. */
  refuses(): boolean;
  /** Returns a gate for a connection, which is to be ended with it. */
  gate(outlet: Outlet): { readonly gate: Gate; readonly end: () => void };
}

export interface InjectorParts {
  readonly venue: string;
  readonly now: () => number;
  readonly target: Target;
  readonly refusing: Omit<Refusing, 'lasting'>;
  readonly holding: Holding;
  readonly schedule: (ms: number, work: () => void) => void;
  readonly log: StrikeLog;
}

export function createInjector(parts: InjectorParts): Injector {
  const { venue, now, target, holding, schedule, log } = parts;
  const lasting = createLasting(now);
  const exchangeFaults = createExchangeFaults({ target, lasting, now });
  const gates = new Set<Gate>();
  let course: Course | undefined;
  let failRequest = createFailRequest({ ...parts.refusing, lasting });
  let asking: string | undefined;
  const calm = () => {
    course = undefined;
    lasting.endAll();
    holding.release();
    for (const gate of [...gates]) gate.calm();
  };
  target.exchange.beforeCancel((order) => {
    if (course && asking !== undefined) exchangeFaults.beforeCancel(course, order, asking);
  });
  return {
    calm,
    misbehave(planning, seed) {
      calm();
      if (isQuiet(planning)) return;
      failRequest = createFailRequest({ ...parts.refusing, lasting });
      course = {
        ...createChooser({ planning, seed, venue, now }),
        struck: (fault, about) => log.note({ atMs: now(), venue, fault, ...about }),
      };
    },
    pass() {
      lasting.pass();
      if (course) exchangeFaults.pass(course);
    },
    take: (request) => course && failRequest(course, request),
    during({ method, path }, answer) {
      asking = `${method} ${path}`;
      try {
        return answer();
      } finally {
        asking = undefined;
      }
    },
    streams: {
      refuses() {
        if (lasting.left('maintenance') !== undefined) return true;
        const isChosen = course?.choose(['refusedStream']) !== undefined;
        if (isChosen) course?.struck('refusedStream');
        return isChosen;
      },
      gate(outlet) {
        const gate = createGate({ course: () => course, schedule, outlet });
        gates.add(gate);
        return { gate, end: () => gates.delete(gate) };
      },
    },
  };
}
