import type { InstrumentSymbol } from '../../../server/src/trading/model/symbol.ts';
import type { Chance, Weighted } from '../chance.ts';
import type { AlgorithmMode } from '../faults.ts';
import type { House, SimAccount } from '../incarnation.ts';
import type { Service } from '../lives.ts';
import type { Callers } from '../requests.ts';
import type { SimStore } from '../simStore.ts';
import type { World } from '../world.ts';
import type { Drawing, ParentBody } from './drawing.ts';
import type { SimMarket } from './market.ts';
import type { FamilyRules, Watcher } from './watcher.ts';

/** A start that somebody asked for, with our id of it once it was told. */
export interface Started {
  readonly body: ParentBody;
  id: string | undefined;
}

export interface AlgorithmScene extends House {
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

/** By asset, exact decimal text. */
type Wallet = Readonly<Record<string, string>>;

/** What each account begins with. */
export interface FirstBalances {
  readonly spot: Wallet;
  /** Of runs with contracts. */
  readonly swap?: Wallet;
}

/** What sets apart runs with algorithms of one leg from runs with pairs. */
export interface Casting {
  readonly accounts: readonly SimAccount[];
  readonly symbols: readonly InstrumentSymbol[];
  /** What is asked over HTTP in these runs; others would only take time to open. */
  readonly served: readonly string[];
  readonly firstBalances: FirstBalances;
  readonly horizonS: number;
  readonly market: SimMarket;
  readonly acts: Weighted<AlgorithmScene>;
  draw(drawing: Drawing, name: string): ParentBody;
  /** What must hold of an algorithm and its children while it runs. */
  readonly rules: FamilyRules;
  /** Once nothing is wrong, what was cancelled is over within that. */
  readonly cancelMsMax: number;
  /** What must hold beside the rest once everything was cancelled. */
  checkEnd(store: SimStore, settled: Settled): Promise<void>;
  /** What is told of the run beside its verdicts. */
  figures(): Figures | undefined;
}

export interface Settled {
  readonly firstBalances: FirstBalances;
}

/** How far and how long the legs of pairs were apart. */
export interface Figures {
  /** In units of the risk quantity. */
  readonly widest: number;
  /** While both legs could be traded, ms. */
  readonly longestMs: number;
}

/** Made anew for each run. */
export interface CastingOf {
  readonly mode: AlgorithmMode;
  cast(world: World, store: () => Pick<SimStore, 'rows'>): Casting;
}
