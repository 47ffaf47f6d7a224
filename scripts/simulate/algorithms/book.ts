import type { Clock } from '../../../server/src/kit/clock.ts';
import type { BookWriter, OpenFeed } from '../../../server/src/trading/venues/bookPort.ts';
import type { Chance } from '../chance.ts';
import type { Faults } from '../faults.ts';
import type { Sides } from './path.ts';

/** Faults that a venue's book can have for a while. */
export type BookTrouble = 'gap' | 'crossed' | 'silence';

export interface SimBookDeps {
  readonly chance: Chance;
  readonly faults: Faults;
  readonly elapsedMs: () => number;
  /** Milliseconds between two moves of the price. */
  readonly stepMs: number;
}

/**
 * Milliseconds between two messages: less than the second after which a stall bound of two would be
 * in doubt.
 */
const wordMs = 900;
const openMs = 20;
/** Age of a venue's last message from which its book must not be taken from (Orderbook §2.3). */
const staleMs = 2_000;
/** Milliseconds within which the next snapshot corrects an old one. */
const oldMs = 400;

/** A venue's book and its current reader. */
export interface SimBook {
  open(writer: BookWriter, clock: Clock): OpenFeed;
  isTroubled(): boolean;
  strike(kind: BookTrouble): void;
  heal(): void;
  tellOld(): void;
  objection(): string | undefined;
  forget(): void;
}

interface Showing {
  readonly sides: (step: number) => Sides;
  readonly stepNow: () => number;
}

interface Opened {
  readonly writer: BookWriter;
  readonly clock: Clock;
}

/** Creates the sender of a venue's book messages to its current reader. */
function createVoice(
  { elapsedMs, stepMs }: SimBookDeps,
  { sides, stepNow }: Showing,
  isSilent: () => boolean,
) {
  let opened: Opened | undefined;
  let sequence = 0;
  let shownStep = -1;
  let lastWordMs = Number.NEGATIVE_INFINITY;
  const show = (step: number): void => {
    sequence += 1;
    shownStep = step;
    lastWordMs = elapsedMs();
    const { bids, asks } = sides(step);
    opened?.writer.snapshot(bids, asks, { sequence });
  };
  const speak = (): void => {
    if (isSilent()) return;
    const step = stepNow();
    if (step !== shownStep) {
      show(step);
      return;
    }
    lastWordMs = elapsedMs();
    opened?.writer.alive();
  };
  return {
    show,
    speak,
    opened: () => opened,
    stillMs: () => elapsedMs() - lastWordMs,
    cross(): void {
      const best = Math.max(...sides(stepNow()).asks.map(([price]) => Number(price)));
      opened?.writer.update([[best, 1]], [], { sequence });
    },
    open(writer: BookWriter, clock: Clock): OpenFeed {
      const mine = { writer, clock };
      opened = mine;
      shownStep = -1;
      const cancel = clock.schedule(openMs, speak);
      const stop = clock.every(Math.min(wordMs, stepMs), speak);
      return {
        close() {
          cancel();
          stop();
          if (opened === mine) opened = undefined;
        },
      };
    },
    forget(): void {
      opened = undefined;
      lastWordMs = Number.NEGATIVE_INFINITY;
    },
  };
}

export function createBook(deps: SimBookDeps, showing: Showing): SimBook {
  const { chance, faults } = deps;
  const { stepNow } = showing;
  let trouble: BookTrouble | undefined;
  const voice = createVoice(deps, showing, () => trouble !== undefined);
  return {
    open: voice.open,
    forget: voice.forget,
    isTroubled: () => trouble !== undefined,
    strike(kind) {
      const opened = voice.opened();
      if (trouble !== undefined || !opened) return;
      trouble = kind;
      faults.fired('F10', kind);
      if (kind === 'gap') opened.writer.flag('gap');
      if (kind === 'crossed') voice.cross();
    },
    heal() {
      trouble = undefined;
      voice.speak();
    },
    tellOld() {
      const opened = voice.opened();
      if (trouble !== undefined || !opened) return;
      faults.fired('F11', 'book');
      voice.show(Math.max(0, stepNow() - chance.integer(1, 5)));
      opened.clock.schedule(oldMs, () => {
        if (trouble === undefined) voice.show(stepNow());
      });
    },
    objection() {
      if (!voice.opened()) return 'it is not open';
      if (trouble === 'gap' || trouble === 'crossed') return `it is flagged for ${trouble}`;
      const stillMs = voice.stillMs();
      return stillMs > staleMs ? `it has been still for ${stillMs} ms` : undefined;
    },
  };
}
