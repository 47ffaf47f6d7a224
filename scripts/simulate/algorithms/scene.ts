import type { InstrumentSymbol } from '../../../server/src/trading/model/symbol.ts';
import type { Chance, Weighted } from '../chance.ts';
import type { AlgorithmMode } from '../faults.ts';
import type { SimAccount, SimulationRun } from '../incarnation.ts';
import type { Service } from '../lives.ts';
import type { Callers } from '../requests.ts';
import type { SimStore } from '../simStore.ts';
import type { World } from '../world.ts';
import type { Drawing, ParentBody } from './drawing.ts';
import type { SimMarket } from './market.ts';
import type { FamilyRules, Watcher } from './watcher.ts';

/** A requested start, with our id of it once it was answered. */
export interface Started {
  readonly body: ParentBody;
  id: string | undefined;
}

export interface AlgorithmScene extends SimulationRun {
  readonly casting: Casting;
  readonly callers: Callers;
  readonly chance: Chance;
  readonly market: SimMarket;
  readonly watcher: Watcher;
  readonly service: Service;
  readonly hands: { count: number };
  readonly started: Started[];
  readonly horizonS: number;
}

/** Exact decimal text by asset. */
type Wallet = Readonly<Record<string, string>>;

/** First balances of each account. */
export interface FirstBalances {
  readonly spot: Wallet;
  /** Only in runs with contracts. */
  readonly swap?: Wallet;
}

/** Settings in which runs with algorithms of one leg differ from runs with pairs. */
export interface Casting {
  readonly accounts: readonly SimAccount[];
  readonly symbols: readonly InstrumentSymbol[];
  /** Endpoints that these runs use; others would only take time to open. */
  readonly served: readonly string[];
  readonly firstBalances: FirstBalances;
  readonly horizonS: number;
  readonly market: SimMarket;
  readonly acts: Weighted<AlgorithmScene>;
  draw(drawing: Drawing, name: string): ParentBody;
  /** Rules that an algorithm and its children must follow while it runs. */
  readonly rules: FamilyRules;
  /** Milliseconds within which cancelled algorithms end once the faults have stopped. */
  readonly cancelMsMax: number;
  /** Checks the further rules that must hold once everything was cancelled. */
  checkEnd(store: SimStore, settled: Settled): Promise<void>;
  /** Returns the figures that are printed beside the verdicts. */
  figures(): Figures | undefined;
}

export interface Settled {
  readonly firstBalances: FirstBalances;
}

/** The largest and longest difference of the legs of pairs. */
export interface Figures {
  /** In units of the risk quantity. */
  readonly widest: number;
  /** Milliseconds during which both legs could be traded. */
  readonly longestMs: number;
}

/** Creates the settings anew for each run. */
export interface CastingOf {
  readonly mode: AlgorithmMode;
  cast(world: World, store: () => Pick<SimStore, 'rows'>): Casting;
}
