import type { StoredOrder } from '../../execution/types.ts';
import type { AlgorithmEvent } from '../algorithm.ts';
import type { Refused } from './children.ts';

export type Verb = 'pause' | 'resume' | 'cancel';

export interface Command {
  readonly verb: Verb;
  readonly done: PromiseWithResolvers<void>;
}

/** An occasion for a step without data of its own. */
export type Occasion = 'started' | 'recovered' | 'resumed' | 'woke' | 'book';

/** Everything that has come in since the last turn. Conflated, so the live children limit it. */
export interface Intake {
  readonly orders: Map<number, StoredOrder>;
  readonly refused: Map<number, Refused>;
  /** Answers to requests. */
  readonly routed: Extract<AlgorithmEvent, { kind: 'routed' | 'polled' }>[];
  readonly commands: Command[];
  readonly events: Set<Occasion>;
}

function createIntake(): Intake {
  return { orders: new Map(), refused: new Map(), routed: [], commands: [], events: new Set() };
}

function isEmpty({ orders, refused, routed, commands, events }: Intake): boolean {
  return orders.size + refused.size + routed.length + commands.length + events.size === 0;
}

/** Collects news until its turn. There is never more than one turn at a time. */
export interface Turns {
  /** Returns the collection for new arrivals. */
  intake(): Intake;
  /** Schedules a turn soon. Called after each change of the intake. */
  poke(): void;
  /** Starts taking turns. */
  begin(): void;
  /** Stops taking turns. */
  end(): void;
  isTurning(): boolean;
}

export interface TurnsDeps {
  /** Carries out what has come in. An error ends the turns. */
  readonly carryOut: (taken: Intake) => Promise<void>;
  readonly failed: (error: unknown) => void;
  /** Called after the last of several turns. */
  readonly rested: () => void;
}

export function createTurns({ carryOut, failed, rested }: TurnsDeps): Turns {
  let intake = createIntake();
  let stage: 'held' | 'open' | 'ended' = 'held';
  let isTurning = false;

  const turn = async (): Promise<void> => {
    const taken = intake;
    intake = createIntake();
    try {
      await carryOut(taken);
    } catch (error) {
      // Callers who wait for them get the answer that nothing was done.
      intake.commands.push(...taken.commands);
      throw error;
    }
  };
  const isOpen = () => stage === 'open';
  const turns = async (): Promise<void> => {
    try {
      while (!isEmpty(intake) && isOpen()) await turn();
    } catch (error) {
      failed(error);
    }
  };
  const poke = (): void => {
    if (!isOpen() || isTurning) return;
    isTurning = true;
    void turns().finally(() => {
      isTurning = false;
      // News may have come in after the last look and before this.
      if (!isEmpty(intake)) poke();
      rested();
    });
  };
  return {
    intake: () => intake,
    poke,
    begin() {
      if (stage === 'held') stage = 'open';
    },
    end() {
      stage = 'ended';
    },
    isTurning: () => isTurning,
  };
}
