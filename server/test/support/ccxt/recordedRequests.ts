import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Credentials } from '../../../src/trading/venues/accountPort.ts';
import { loadCcxtClass } from '../../../src/trading/venues/shared/ccxtClass.ts';
import {
  type CcxtTradingClass,
  createTradingClient,
} from '../../../src/trading/venues/shared/live/ccxtClient.ts';
import type { Dialect, DialectCall } from '../../../src/trading/venues/shared/live/dialect.ts';
import {
  NoAnswerError,
  type TradeAnswer,
  type TradeRequest,
} from '../../../src/trading/venues/shared/live/tradeHttp.ts';
import { memoryMarginModes } from '../accounts/marginModes.ts';
import { createManualClock } from '../manualClock.ts';
import { capturesFolder, capturesNotice } from '../marketData/captures.ts';
import { ccxtMarkets, type MadeCcxtMarket } from './markets.ts';

/*
 * ccxt's recorded request cases: the requests of a ccxt call to the exchange. A dialect covers a
 * case when our own call of the same meaning makes the same request; each other case has a reason.
 */

export interface RecordedCase {
  readonly description: string;
  /** The method of ccxt. */
  readonly method: string;
  readonly url: string;
  readonly input: readonly unknown[];
  /** The body, if there is one. */
  readonly output?: unknown;
}

/** Makes our call of a case. */
export type Attempt = (dialect: Dialect, call: DialectCall) => Promise<unknown>;

export interface RecordedVenue {
  /** Folder of the cases. */
  readonly folder: string;
  readonly dialect: Dialect;
  readonly markets: readonly MadeCcxtMarket[];
  readonly credentials: Credentials;
  /** Methods of ccxt that our dialect uses; cases of others are not counted. */
  readonly methods: readonly string[];
  /** Returns our call, or why there is none. */
  translate(recorded: RecordedCase): Attempt | string;
  /** Answers the reads of our call before it sends the recorded request; nothing else. */
  answer?(request: TradeRequest): object | undefined;
  /** Fields that differ on purpose: client ids, broker tags. */
  readonly ownFields: readonly string[];
  /** Unwraps the fields of a request where they are nested in each other. */
  readonly plain?: (fields: object) => object;
}

interface RecordedFile {
  readonly skipKeys?: readonly string[];
  readonly methods: Readonly<Record<string, readonly Partial<RecordedCase>[]>>;
}

export function runRecordedRequests(venue: RecordedVenue): void {
  const title = `recorded requests of ${venue.folder}${capturesNotice}`;
  if (capturesFolder === undefined) {
    describe.skip(title, () => it('are reproduced', () => undefined));
    return;
  }
  const path = join(capturesFolder, 'ccxt-ccxt', venue.folder, 'request.shared.json');
  const file = JSON.parse(readFileSync(path, 'utf8')) as RecordedFile;
  const skipped = new Set([...(file.skipKeys ?? []), ...venue.ownFields]);
  const cases = venue.methods.flatMap((method) =>
    (file.methods[method] ?? []).map((each) => ({ input: [], ...each, method }) as RecordedCase),
  );
  const named = cases.map((recorded) => ({ recorded, own: venue.translate(recorded) }));
  const covered = named.filter(({ own }) => typeof own !== 'string');
  describe(title, () => {
    it.each(covered)('$recorded.method: $recorded.description', async ({ recorded, own }) => {
      if (typeof own === 'string') throw new Error(own);
      const requests = await requestsOf(venue, own);
      const read = (url: string, body: unknown) => fieldsOf(url, body, { skipped, ...venue });
      const wanted = read(recorded.url, recorded.output);
      const made = requests.map(({ url, body }) => read(url, body));
      expect(made).toContainEqual(wanted);
    });
    it(`are ${covered.length} of ${cases.length}, and the others have reasons`, () => {
      const reasons = named.flatMap(({ recorded, own }) =>
        typeof own === 'string' ? [`${recorded.method} "${recorded.description}": ${own}`] : [],
      );
      const count = `${title}: ${covered.length} of ${cases.length}`;
      process.stdout.write(`${[count, ...reasons].join('\n  ')}\n`);
      expect(covered.length).toBeGreaterThan(0);
      expect(reasons.length + covered.length).toBe(cases.length);
    });
  });
}

/** Returns the requests of our call before an answer is missing. */
async function requestsOf(venue: RecordedVenue, own: Attempt): Promise<readonly TradeRequest[]> {
  const { dialect, credentials } = venue;
  const clock = createManualClock();
  const requests: TradeRequest[] = [];
  const send = async (request: TradeRequest): Promise<TradeAnswer> => {
    requests.push(request);
    const answer = venue.answer?.(request);
    if (answer === undefined) throw new NoAnswerError('No exchange is there.');
    return { status: 200, headers: {}, text: JSON.stringify(answer) };
  };
  const Exchange = await loadCcxtClass<CcxtTradingClass>(dialect.ccxtClass);
  const markets = ccxtMarkets(Exchange, venue.markets);
  const { signal } = new AbortController();
  const deps = { clock, send, options: dialect.options, stamp: dialect.stamp, signal };
  const client = createTradingClient(Exchange, { markets, credentials }, deps);
  await client
    .call({ signal, purpose: 'caller' }, (ccxt) =>
      own(dialect, {
        client: ccxt,
        clock,
        links: new Map(),
        heard: () => undefined,
        marginModes: memoryMarginModes(),
        // The cases were recorded on accounts with separate wallets.
        unifiedMode: () => 'classic',
      }),
    )
    .catch((error: unknown) => {
      if (!(error instanceof NoAnswerError)) throw error;
    });
  return requests;
}

/** Returns path and fields; the host may be one for tests, and fields have no order. */
function fieldsOf(
  address: string,
  body: unknown,
  { skipped, plain }: Pick<RecordedVenue, 'plain'> & { readonly skipped: ReadonlySet<string> },
) {
  const url = new URL(address);
  const sent = { ...Object.fromEntries(url.searchParams), ...bodyFields(body) };
  const all = plain?.(sent) ?? sent;
  const entries = Object.entries(all).filter(([name]) => !skipped.has(name));
  return { path: url.pathname, fields: Object.fromEntries(entries.map(([k, v]) => [k, text(v)])) };
}

function bodyFields(body: unknown): object {
  if (typeof body === 'object' && body !== null) return body;
  if (typeof body !== 'string' || body === '') return {};
  if (/^[[{]/.test(body)) return JSON.parse(body) as object;
  return Object.fromEntries(new URLSearchParams(body));
}

function text(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
