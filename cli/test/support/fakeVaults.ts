import type { TransportRequest } from '@windlass/client';
import type { HoldingWire, VaultWire } from '@windlass/contract';
import { createManualClock } from '../../../server/test/support/manualClock.ts';
import { run } from '../../src/run.ts';
import {
  createFakeIo,
  type FakeIo,
  type FakeOptions,
  vaultAnswer,
  vaultRefusal,
} from './fakeIo.ts';

/** Returns a vault as the service answers it. */
export function vaultOf(rest: Partial<VaultWire> = {}): VaultWire {
  return {
    id: idOf(1),
    vaultName: 'Main',
    vaultOwner: `G${'A'.repeat(55)}`,
    vaultAddress: addressOf(1),
    creationDate: '2025-12-30T10:00:00.000Z',
    creationLedger: 51_000_000,
    tradePermission: true,
    maxTradeSize: 12.5,
    dailyTradeLimit: 20,
    slippageTolerance: 1,
    updatedAt: '2025-12-31T10:00:00.000Z',
    createdAt: '2025-12-30T10:00:00.000Z',
    ...rest,
  };
}

/** Returns a holding as the service answers it. */
export function holdingOf(rest: Partial<HoldingWire> = {}): HoldingWire {
  const token = `C${'T'.repeat(55)}`;
  return {
    id: '65f00000000000000000000a',
    vaultId: idOf(1),
    vaultAddress: addressOf(1),
    tokenId: token,
    tokenSymbol: 'XLM',
    tokenName: 'Lumen',
    tokenContract: token,
    balance: '1.0000000',
    decimal: 7,
    lastUpdated: '2025-12-31T23:59:30.000Z',
    network: 'mainnet',
    ledger: 60_000_001,
    ...rest,
  };
}

/** Returns the id of the vault with that number. Ids sort as the numbers do. */
export function idOf(number: number): string {
  return `65f0${String(number).padStart(20, '0')}`;
}

export function addressOf(number: number): string {
  const digits = 'ABCDEFGHIJ';
  const letters = Array.from(String(number).padStart(6, '0'), (digit) => digits[Number(digit)]);
  return `C${'X'.repeat(49)}${letters.join('')}`;
}

/**
 * Answers the bulk refresh like a service with vaults 1 to `count`. Seven tokens change in each.
 */
function answerPart(request: TransportRequest, count: number, isFailed = noneFails) {
  const { afterId, maxVaults = count } = JSON.parse(request.body ?? '{}');
  const first = afterId === undefined ? 1 : Number(String(afterId).slice(4)) + 1;
  const last = Math.min(count, first + maxVaults - 1);
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const results = numbers.map((number) => {
    const vault = { vaultId: idOf(number), vaultAddress: addressOf(number) };
    return isFailed(number)
      ? { ...vault, status: 'failed', tokensUpdated: 0, error: 'Not on the ledger' }
      : { ...vault, status: 'success', tokensUpdated: 7, lastUpdated: '2026-01-01T00:00:00.000Z' };
  });
  const failed = results.filter(({ status }) => status === 'failed').length;
  const data = {
    network: 'mainnet',
    totalVaultsProcessed: results.length,
    totalVaultsUpdated: results.length - failed,
    totalVaultsFailed: failed,
    totalTokensUpdated: (results.length - failed) * 7,
    results,
    nextAfterId: last < count ? idOf(last) : null,
  };
  return vaultAnswer(data, {}, failed > 0 ? 207 : 200);
}

const noneFails = (_number: number): boolean => false;

export interface Scene {
  /** Number of vaults of the service. */
  readonly count: number;
  readonly isTty?: boolean;
  readonly isFailed?: (number: number) => boolean;
  /** Milliseconds that the service takes for a part. */
  readonly partMs?: number;
  /** Returns an answer to use instead of the service's, or undefined; `part` counts from 1. */
  readonly instead?: (part: number, fake: FakeIo) => ReturnType<typeof vaultAnswer> | undefined;
}

/** Runs the command against a service. A manual clock is the time of both. */
export async function refreshing(argv: string[], scene: Scene) {
  const clock = createManualClock(Date.parse('2026-01-01T00:00:00Z'));
  const parts: TransportRequest[] = [];
  const stats: string[] = [];
  const answer: FakeOptions['answer'] = async (request) => {
    if (request.url.includes('/stats')) {
      stats.push(request.url);
      return vaultAnswer({ totalVaults: scene.count });
    }
    parts.push(request);
    const part = parts.length;
    const answered = scene.instead?.(part, fake);
    if (answered) return answered;
    await clock.sleep(scene.partMs ?? 0, request.signal);
    return answerPart(request, scene.count, scene.isFailed);
  };
  const runtime = { now: clock.now, random: () => 0.5, sleep: clock.sleep };
  const fake = createFakeIo({ answer, runtime, isTty: scene.isTty ?? false });
  const running = { code: undefined as number | undefined };
  const ended = run(['vaults', 'refresh-all', ...argv], fake.io).then((code) => {
    running.code = code;
  });
  /** Advances the time until the command ends, but no longer than an hour. */
  const finish = async () => {
    for (let seconds = 0; running.code === undefined && seconds < 3_600; seconds += 1) {
      await clock.advance(1_000);
    }
    if (running.code === undefined) throw new Error('The command does not end.');
    await ended;
    return running.code;
  };
  const bodies = () => parts.map(({ body }) => JSON.parse(body ?? ''));
  return { ...fake, clock, parts, stats, finish, bodies };
}

/** Returns the refusal of a key that has asked too often. */
export const limited = (seconds?: number) =>
  vaultRefusal(
    429,
    { message: 'Rate limit exceeded. Try again in 12 seconds.' },
    seconds === undefined ? {} : { 'retry-after': String(seconds) },
  );
