import type { OrderRecord } from '../exchange/records.ts';
import type { Course } from './course.ts';
import { type Begun, type ExchangeFault, exchangeFaults, type Target } from './exchangeFaults.ts';
import type { Lasting } from './lasting.ts';

/** Faults of an exchange as a whole. */
export interface ExchangeFaults {
  /** Begins faults that are due, and draws by chance for each second since the last call. */
  pass(course: Course): void;
  /** Called before a cancel that a client asked for by this request. */
  beforeCancel(course: Course, order: OrderRecord, request: string): void;
}

const beginning = ['restart', 'clockSkew', 'filtersChanged', 'maintenance'] as const;
const secondMs = 1_000;
/** After a longer silence, what would have begun earlier is over. */
const secondsMax = 60;

export interface ExchangeFaultParts {
  readonly target: Target;
  readonly lasting: Lasting;
  readonly now: () => number;
}

export function createExchangeFaults(parts: ExchangeFaultParts): ExchangeFaults {
  const { target, lasting, now } = parts;
  let lookedAt: { readonly course: Course; readonly ms: number } | undefined;
  const begin = (course: Course, choose: Course['choose']) => {
    // During maintenance no other fault could be noticed.
    if (lasting.left('maintenance') !== undefined) return;
    const chosen = choose(beginning.filter((name) => lasting.left(name) === undefined));
    if (!chosen) return;
    const { fault, seconds } = chosen;
    const entry: ExchangeFault = exchangeFaults[fault];
    const begun: Begun | undefined = entry.begin?.(target, course.random);
    if (!begun) return;
    const { market, end } = begun;
    if (entry.lasts) lasting.begin(fault, seconds, end);
    course.struck(fault, market === undefined ? {} : { market });
  };
  return {
    pass(course) {
      const at = now();
      if (lookedAt?.course !== course) {
        // The first fault of a script strikes at once; chance waits until a second has passed.
        lookedAt = { course, ms: at };
        begin(course, course.due);
        return;
      }
      const seconds = Math.max(0, Math.floor((at - lookedAt.ms) / secondMs));
      lookedAt = { course, ms: lookedAt.ms + seconds * secondMs };
      for (let left = Math.min(seconds, secondsMax); left > 0; left -= 1) {
        begin(course, course.choose);
      }
    },
    beforeCancel(course, order, request) {
      const { exchange } = target;
      if (!exchange.canOvertake(order) || !course.choose(['cancelAgainstFill'])) return;
      exchange.overtake(order);
      course.struck('cancelAgainstFill', { market: order.market.name, request });
    },
  };
}
