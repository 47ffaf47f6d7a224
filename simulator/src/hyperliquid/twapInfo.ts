import type { Exchange } from '../exchange/exchange.ts';
import type { Slice, Twap } from '../exchange/twaps.ts';
import { accountOf } from './call.ts';
import { moneyText, numberText } from './numbers.ts';
import { type Fields, readAddress, readOptional, readWhole } from './reading.ts';

/** Maximum number of executions in one answer. */
const pageMax = 2_000;
/** Hash of executions that belong to no transaction. */
const noHash = `0x${'0'.repeat(64)}`;
/** Ids of executions are beyond 32 bits. */
const firstTid = 200_000_000_000_000;

/** Returns the newest page, newest first. */
export function userTwapSliceFills(exchange: Exchange, { user }: Fields): unknown {
  return slicesOf(exchange, user).slice(-pageMax).toReversed().map(fillOf);
}

/** Returns executions from a time on, oldest first. */
export function userTwapSliceFillsByTime(exchange: Exchange, asked: Fields): unknown {
  const from = readWhole(asked.startTime);
  const to = readOptional(asked.endTime, readWhole) ?? Number.POSITIVE_INFINITY;
  return slicesOf(exchange, asked.user)
    .filter(({ slice }) => slice.at >= from && slice.at <= to)
    .slice(0, pageMax)
    .map(fillOf);
}

/** Returns the start of each order, and its end once it is done. */
export function twapHistory(exchange: Exchange, { user }: Fields): unknown {
  return twapsOf(exchange, user).flatMap((twap) => {
    const told = (status: string, at: number) => ({
      time: Math.floor(at / 1_000),
      state: stateOf(twap),
      status: { status },
      twapId: twap.id,
    });
    const last = twap.slices.at(-1);
    const isDone = last !== undefined && executedOf(twap) >= twap.size;
    return [told('activated', twap.at), ...(isDone ? [told('finished', last.at)] : [])];
  });
}

interface Executed {
  readonly twap: Twap;
  readonly slice: Slice;
}

function twapsOf(exchange: Exchange, user: unknown): readonly Twap[] {
  const account = accountOf(exchange, readAddress(user));
  return account ? exchange.twaps.of(account) : [];
}

function slicesOf(exchange: Exchange, user: unknown): readonly Executed[] {
  return twapsOf(exchange, user)
    .flatMap((twap) => twap.slices.map((slice) => ({ twap, slice })))
    .sort((a, b) => a.slice.id - b.slice.id);
}

function executedOf({ slices }: Twap): bigint {
  return slices.reduce((sum, { size }) => sum + size, 0n);
}

function sideOf({ side }: Twap): string {
  return side === 'buy' ? 'B' : 'A';
}

function fillOf({ twap, slice }: Executed): object {
  const fill = {
    closedPnl: '0.0',
    coin: twap.market.id,
    crossed: true,
    dir: 'Open Long',
    hash: noHash,
    oid: slice.id,
    px: numberText(slice.price),
    side: sideOf(twap),
    startPosition: '0.0',
    sz: numberText(slice.size),
    time: slice.at,
    fee: moneyText(slice.fee),
    feeToken: twap.market.settle,
    tid: firstTid + slice.id,
    twapId: null,
  };
  return { fill, twapId: twap.id };
}

function stateOf(twap: Twap): object {
  return {
    coin: twap.market.id,
    user: twap.account.apiKey,
    side: sideOf(twap),
    sz: numberText(twap.size),
    executedSz: numberText(executedOf(twap)),
    executedNtl: '0.0',
    minutes: twap.minutes,
    reduceOnly: false,
    randomize: false,
    timestamp: twap.at,
  };
}
