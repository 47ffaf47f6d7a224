import type {
  AlgorithmAction,
  AlgorithmView,
  ChildGroup,
  ChildPurpose,
  LegNumber,
  Step,
} from '../algorithm.ts';
import type { LegOrder } from '../shared/pair/orders.ts';
import { mayEqualiseAtMs } from '../shared/pair/pace.ts';
import { lookAgainMs } from '../shared/turn.ts';
import type { Move } from './legs.ts';
import type { FundingArbParams } from './params.ts';
import type { FundingArbState, Waiting } from './state.ts';

/** Figures in a reason change all the time. People want a new report only once in a while. */
const retellMs = 60_000;

/** An immediate order that the host would accept now. */
interface CarryOrder extends Move, LegOrder {
  readonly purpose: ChildPurpose;
  readonly group: ChildGroup;
}

/** One step of a funding arbitrage while it is put together. */
export interface CarryTurn {
  readonly view: AlgorithmView;
  readonly params: FundingArbParams;
  act(action: AlgorithmAction): void;
  note(text: string): void;
  /** Places an order. `mayLeadAtMs` and `mayLevelAtMs` tell when a leg may get one. */
  place(state: FundingArbState, order: CarryOrder): FundingArbState;
  /** Says why nothing is done. Reasons of one topic are reported again only once in a while. */
  wait(topic: string, text: string): void;
  /** Sets the latest time of the next step. */
  lookAt(atMs: number): void;
  lookAgain(): void;
  done(state: FundingArbState): Step<FundingArbState>;
}

export function createCarryTurn(view: AlgorithmView, params: FundingArbParams): CarryTurn {
  const { nowMs } = view;
  const actions: AlgorithmAction[] = [];
  let wakeAtMs = Number.POSITIVE_INFINITY;
  let told: Omit<Waiting, 'toldAtMs'> | undefined;
  let isPlaced = false;

  const act = (action: AlgorithmAction) => {
    actions.push(action);
  };
  const lookAt = (atMs: number) => {
    wakeAtMs = Math.min(wakeAtMs, atMs > nowMs ? atMs : nowMs + lookAgainMs);
  };
  const waitingOf = ({ waiting: before }: FundingArbState): Waiting | undefined => {
    if (isPlaced) return undefined;
    if (!told || told.text === before?.text) return before;
    const isSame = told.topic === before?.topic;
    if (before && isSame && nowMs - before.toldAtMs < retellMs) return before;
    act({ kind: 'wait', reason: told.text });
    return { ...told, toldAtMs: nowMs };
  };
  return {
    view,
    params,
    act,
    note: (text) => act({ kind: 'note', text }),
    place: (state, order) => {
      isPlaced = true;
      act({ kind: 'place', timeInForce: 'IOC', ...order });
      lookAt(nowMs + lookAgainMs);
      const [spot, perp] = state.triedAtMs;
      return { ...state, triedAtMs: order.leg === 0 ? [nowMs, perp] : [spot, nowMs] };
    },
    wait: (topic, text) => {
      told = { topic, text };
    },
    lookAt,
    lookAgain: () => lookAt(nowMs + lookAgainMs),
    done: (state) => {
      const waiting = waitingOf(state);
      const next = Number.isFinite(wakeAtMs) ? wakeAtMs : undefined;
      return { state: { ...state, waiting }, actions, wakeAtMs: next };
    },
  };
}

/** Returns when a leg may begin a clip: at most once a second, so that its market can refill. */
export function mayLeadAtMs({ triedAtMs }: FundingArbState, leg: LegNumber): number {
  const tried = triedAtMs[leg];
  return tried === null ? 0 : tried + lookAgainMs;
}

/** Returns when a leg may get an order that makes both equal. */
export function mayLevelAtMs(
  { view }: Pick<CarryTurn, 'view'>,
  { triedAtMs, clip }: FundingArbState,
  leg: LegNumber,
): number {
  const tried = triedAtMs[leg];
  return tried === null ? 0 : mayEqualiseAtMs(view, { leg, group: clip, triedAtMs: tried });
}
