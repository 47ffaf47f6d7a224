/** A fault: what it strikes and what happens. */
export interface FaultEntry {
  readonly strikes: 'requests' | 'streams' | 'exchange';
  /** One sentence, which the README also has. */
  readonly says: string;
  /** Minimum and maximum duration in seconds, for a fault that lasts. */
  readonly lasts?: readonly [least: number, most: number];
}
