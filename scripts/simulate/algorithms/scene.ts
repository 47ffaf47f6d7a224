import type { Chance } from '../chance.ts';
import type { House } from '../incarnation.ts';
import type { Service } from '../lives.ts';
import type { Callers } from '../requests.ts';
import type { ParentBody } from './drawing.ts';
import type { SimMarket } from './market.ts';
import type { Watcher } from './watcher.ts';

/** A start that somebody asked for, with our id of it once it was told. */
export interface Started {
  readonly body: ParentBody;
  id: string | undefined;
}

export interface AlgorithmScene extends House {
  readonly callers: Callers;
  readonly chance: Chance;
  readonly market: SimMarket;
  readonly watcher: Watcher;
  readonly service: Service;
  readonly hands: { count: number };
  readonly started: Started[];
  readonly horizonS: number;
}
