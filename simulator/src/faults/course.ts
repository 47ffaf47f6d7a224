import type { FaultName } from './catalogue.ts';
import type { Chooser } from './chooser.ts';
import type { Strike } from './strikes.ts';

/** The faults of one exchange, from when it begins to misbehave until it is calm. */
export interface Course extends Chooser {
  /** Records that a fault struck. */
  struck(fault: FaultName, about?: Pick<Strike, 'market' | 'request'>): void;
}
