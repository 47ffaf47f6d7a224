import type { TradingClient } from './ccxtClient.ts';
import type { Dialect } from './dialect.ts';

/** A dialect with the client that speaks it for one account. */
export interface DialectClient {
  readonly dialect: Dialect;
  /** The hosts that it calls, with environment and region, for people. */
  readonly where: string;
  /** The same key in the other regions of the environment, where verification may look for it. */
  readonly elsewhere?: () => readonly DialectClient[];
  /** Loads the class and the markets on first use. */
  client(): Promise<TradingClient>;
}
