/** What a fault strikes, and what happens then. */
export interface FaultEntry {
  readonly strikes: 'requests' | 'streams' | 'exchange';
  /** One sentence; the README has it too. */
  readonly says: string;
  /** For how many seconds at least and at most, where it lasts. */
  readonly lasts?: readonly [least: number, most: number];
}
