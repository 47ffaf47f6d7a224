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
import type { TradeRequest } from '../../../src/trading/venues/shared/live/tradeHttp.ts';
import type {
  VenueBalances,
  VenueFill,
  VenueOrderState,
} from '../../../src/trading/venues/venuePort.ts';
import { memoryMarginModes } from '../accounts/marginModes.ts';
import { createManualClock } from '../manualClock.ts';
import { capturesFolder, capturesNotice } from '../marketData/captures.ts';
import { ccxtMarkets, type MadeCcxtMarket } from './markets.ts';

/*
 * ccxt's recorded answers of exchanges, and what ccxt's authors read in each. Our own reading of
 * the same answer must agree; each case that is not ours has a reason.
 */

export interface AnsweredCase {
  readonly description: string;
  /** The method of ccxt. */
  readonly method: string;
  readonly input: readonly unknown[];
  /** The body; the recorder quoted its numbers. */
  readonly httpResponse: unknown;
  readonly parsedResponse: unknown;
}

/** Our reading of a case: the result of our own call. */
export interface Reading {
  readonly call:
    | { readonly orders: (call: DialectCall) => Promise<readonly VenueOrderState[]> }
    | { readonly fills: (call: DialectCall) => Promise<readonly VenueFill[]> }
    | { readonly balances: (call: DialectCall) => Promise<VenueBalances> }
    /** For a venue whose acknowledgement is an id and no order. */
    | { readonly ids: (call: DialectCall) => Promise<readonly (string | undefined)[]> }
    /** Anything else: `meant` converts what the authors read. */
    | { readonly reads: (call: DialectCall) => Promise<unknown> };
  /** Answers requests of our call that ccxt does not send; undefined for the recorded one. */
  readonly answer?: (request: TradeRequest) => unknown;
  /** Base units of one contract: ccxt counts contracts. */
  readonly contractSize?: number;
  /** Price of a limit order whose authors left it out. */
  readonly limitPrice?: number;
  /** The assets whose balances we read; all of them when it is absent. */
  readonly assets?: readonly string[];
  /** Converts what the authors read to our meaning, if there is a reason. */
  readonly meant?: (theirs: object) => object;
}

export interface AnsweringVenue {
  /** Folder of the cases. */
  readonly folder: string;
  readonly dialect: Dialect;
  readonly markets: readonly MadeCcxtMarket[];
  readonly credentials: Credentials;
  /** Methods of ccxt whose answers our dialect reads; cases of others are not counted. */
  readonly methods: readonly string[];
  /** Returns our reading, or why there is none. */
  read(recorded: AnsweredCase): Reading | string;
}

interface RecordedFile {
  readonly methods: Readonly<Record<string, readonly AnsweredCase[]>>;
}

export function runRecordedResponses(venue: AnsweringVenue): void {
  const title = `recorded answers of ${venue.folder}${capturesNotice}`;
  if (capturesFolder === undefined) {
    describe.skip(title, () => it('are read as their authors read them', () => undefined));
    return;
  }
  const path = join(capturesFolder, 'ccxt-ccxt', venue.folder, 'response.shared.json');
  const { methods } = JSON.parse(readFileSync(path, 'utf8')) as RecordedFile;
  const cases = venue.methods.flatMap((method) =>
    (methods[method] ?? []).map((recorded) => ({ recorded, own: venue.read(recorded) })),
  );
  const covered = cases.filter(({ own }) => typeof own !== 'string');
  const reasons = cases.flatMap(({ recorded: { method, description }, own }) =>
    typeof own === 'string' ? [`${method} "${description}": ${own}`] : [],
  );
  describe(title, () => {
    it.each(covered)('$recorded.method: $recorded.description', async ({ recorded, own }) => {
      if (typeof own === 'string') throw new Error(own);
      const { made, wanted } = await readings(venue, recorded, own);
      expect(made).toEqual(wanted);
    });
    it(`are ${covered.length} of ${cases.length}, and the others have reasons`, () => {
      const count = `${title}: ${covered.length} of ${cases.length}`;
      process.stdout.write(`${[count, ...reasons].join('\n  ')}\n`);
      expect(covered.length).toBeGreaterThan(0);
    });
  });
}

/** Returns what we read, and what the authors of the case read. */
async function readings(venue: AnsweringVenue, recorded: AnsweredCase, own: Reading) {
  const call = await callOf(venue, recorded, own);
  const size = own.contractSize ?? 1;
  if ('balances' in own.call) {
    const theirs = wantedBalances(recorded.parsedResponse, own.assets);
    return {
      made: numbersOf(await own.call.balances(call)),
      wanted: own.meant?.(theirs) ?? theirs,
    };
  }
  if ('reads' in own.call) {
    const theirs = Object(recorded.parsedResponse);
    return { made: await own.call.reads(call), wanted: own.meant?.(theirs) ?? theirs };
  }
  if ('ids' in own.call) {
    return { made: await own.call.ids(call), wanted: rows(recorded).map(({ id }) => id) };
  }
  if ('fills' in own.call) {
    const made = (await own.call.fills(call)).map(plainFill);
    return { made, wanted: rows(recorded).map((row) => wantedFill(row, size)) };
  }
  const made = (await own.call.orders(call)).map(plainOrder);
  const given = own.limitPrice === undefined ? {} : { price: own.limitPrice };
  return { made, wanted: rows(recorded).map((row) => ({ ...wantedOrder(row, size), ...given })) };
}

async function callOf(
  { dialect, credentials, markets }: AnsweringVenue,
  { httpResponse }: AnsweredCase,
  { answer }: Reading,
): Promise<DialectCall> {
  const clock = createManualClock();
  const Exchange = await loadCcxtClass<CcxtTradingClass>(dialect.ccxtClass);
  const { signal } = new AbortController();
  const send = async (request: TradeRequest) => ({
    status: 200,
    headers: {},
    text: JSON.stringify(answer?.(request) ?? httpResponse),
  });
  const { options, isOrdered, headers } = dialect;
  const deps = { clock, send, options, isOrdered, headers, signal };
  const made = { markets: ccxtMarkets(Exchange, markets), credentials };
  const client = await createTradingClient(Exchange, made, deps).call(
    { signal, purpose: 'caller' },
    async (ccxt) => ccxt,
  );
  return {
    client,
    clock,
    links: new Map(),
    heard: () => undefined,
    marginModes: memoryMarginModes(),
    // The cases were recorded on accounts with separate wallets.
    unifiedMode: () => 'classic',
  };
}

// biome-ignore lint/suspicious/noExplicitAny: a record of somebody else's reading
type Row = any;

const rows = ({ parsedResponse }: AnsweredCase): readonly Row[] =>
  Array.isArray(parsedResponse) ? parsedResponse : [parsedResponse];

function plainOrder({ venueOrderId, side, status, price, ...order }: VenueOrderState) {
  const { quantity, filled, stopPrice } = order;
  const own = { id: venueOrderId, side, status, price: price ?? null, stop: stopPrice ?? null };
  return { ...own, quantity: Number(quantity), filled: Number(filled) };
}

function wantedOrder(order: Row, size: number): ReturnType<typeof plainOrder> {
  return {
    id: order.id,
    side: order.side,
    status: order.status,
    // For a market order ccxt has the mean of its fills there; some lists have no type.
    price: order.type === 'limit' || order.type === null ? order.price : null,
    stop: order.triggerPrice ?? order.stopLossPrice ?? order.takeProfitPrice ?? null,
    quantity: times(order.amount, size),
    filled: times(order.filled ?? 0, size),
  };
}

function plainFill({ venueTradeId, venueOrderId, quantity, fee, ...fill }: VenueFill) {
  const { side, price, feeAsset, liquidity, atMs } = fill;
  const ids = { id: venueTradeId, order: venueOrderId };
  const amounts = { quantity: Number(quantity), fee: Number(fee) };
  return { ...ids, side, price, feeAsset, liquidity, atMs, ...amounts };
}

function wantedFill(trade: Row, size: number): ReturnType<typeof plainFill> {
  return {
    id: trade.id,
    order: trade.order,
    side: trade.side,
    price: trade.price,
    feeAsset: trade.fee.currency,
    liquidity: trade.takerOrMaker,
    atMs: trade.timestamp,
    quantity: times(trade.amount, size),
    fee: trade.fee.cost,
  };
}

function numbersOf(balances: VenueBalances): object {
  return Object.fromEntries(
    Object.entries(balances).map(([asset, { free, used, total }]) => [
      asset,
      { free: Number(free), used: Number(used), total: Number(total) },
    ]),
  );
}

function wantedBalances(parsed: Row, assets?: readonly string[]): object {
  const held = Object.entries<number>(parsed.total).filter(
    ([asset, total]) => total !== 0 && (assets?.includes(asset) ?? true),
  );
  return Object.fromEntries(
    held.map(([asset, total]) => [
      asset,
      { free: parsed.free[asset], used: parsed.used[asset], total },
    ]),
  );
}

/** Multiplies numbers with few digits, without the rounding error of the product. */
function times(amount: number, size: number): number {
  return Number((amount * size).toPrecision(12));
}
