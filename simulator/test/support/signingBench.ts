import {
  createSimulator,
  type MarketDefinition,
  type NewAccount,
  type Schedule,
  type Simulator,
  type VenueName,
} from '../../src/index.ts';
import { type Received, type Sent, send } from './fixtures.ts';

/** Any time will do; this one is easy to read. */
export const startedAt = 1_800_000_000_000;

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
export type Json = any;

export interface Heard extends Received {
  /** The parsed body. */
  readonly json: Json;
}

/** A request as it is, beside its method and its path. */
export interface Raw {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A listening simulator with a standing market of 4 at 100 and 101, and one account. */
export interface SimulatorBench {
  readonly simulator: Simulator;
  /** Address at which it listens. */
  readonly url: string;
  /** Moves the clock forward. */
  pass(ms: number): void;
  now(): number;
  show(bid: number, ask: number, quantity?: number): void;
}

interface BenchSpec {
  readonly account: NewAccount & { readonly venue: VenueName };
  readonly markets: readonly MarketDefinition[];
  readonly schedule?: Schedule | undefined;
  /** Parses an answer; as JSON by default. */
  readonly parse?: (text: string) => Json;
}

/** Opens a simulator whose clock a test moves, with one account at one exchange. */
export async function openSimulator({ account, markets, schedule, parse = parseJson }: BenchSpec) {
  let at = startedAt;
  const now = () => at;
  const simulator = createSimulator({ now, ...(schedule && { schedule }) });
  const names = markets.map((market) => simulator.defineMarket(account.venue, market));
  simulator.addAccount(account);
  const { url } = await simulator.listen();
  return {
    simulator,
    url,
    now,
    pass: (ms: number) => {
      at += ms;
    },
    /** The names of the markets. */
    names,
    /** Shows levels of one price a side. */
    showLevels(name: string, [bid, ask]: readonly [number, number], size: number) {
      simulator.show(account.venue, name, { bids: [[bid, size]], asks: [[ask, size]] });
    },
    /** Sends a request as it is. */
    async send({ headers, body, ...sent }: Pick<Sent, 'method' | 'host' | 'target'> & Raw) {
      const extra = { ...(headers && { headers }), ...(body !== undefined && { body }) };
      const heard = await send(url, { ...sent, ...extra });
      return { ...heard, json: parse(heard.text) } satisfies Heard;
    },
  };
}

function parseJson(text: string): Json {
  return text === '' ? undefined : JSON.parse(text);
}
