import { expect, it } from 'vitest';
import { createManualClock } from '../../test/support/manualClock.ts';
import { silentLogger } from '../../test/support/silentLogger.ts';
import { LeaseError } from '../kit/lease.ts';
import { createReadiness } from '../kit/readiness.ts';
import { watchOwnership } from './ownershipWatch.ts';
import type { Ownership } from './types.ts';

function setUp({ isLost = false } = {}) {
  const clock = createManualClock();
  const readiness = createReadiness({ clock });
  const loss = new AbortController();
  const lose = () => loss.abort(new LeaseError('Another process took the engine over.'));
  if (isLost) lose();
  const lease = { validForMs: 3_000 };
  const ownership = {
    epoch: 1,
    lost: loss.signal,
    validForMs: () => lease.validForMs,
  } as Partial<Ownership> as Ownership;
  const losses: string[] = [];
  const lost = () => void losses.push('lost');
  watchOwnership(ownership, { readiness, logger: silentLogger, lost });
  const codes = async () => {
    await clock.advance(1_000);
    await readiness.refresh();
    return readiness.blocking.map(({ code }) => code);
  };
  return { lease, losses, lose, codes };
}

it('says that a lease is not valid while it is not, which is no loss', async () => {
  const { lease, losses, codes } = setUp();
  expect(await codes()).toEqual([]);
  // Nothing leaves with less than half a second of it.
  lease.validForMs = 499;
  expect(await codes()).toEqual(['LEASE_INVALID']);
  lease.validForMs = -20_000;
  expect(await codes()).toEqual(['LEASE_INVALID']);
  lease.validForMs = 2_900;
  expect(await codes()).toEqual([]);
  expect(losses).toEqual([]);
});

it('tells of a loss at once and once, also of one that came before', async () => {
  const late = setUp();
  late.lease.validForMs = 0;
  expect(await late.codes()).toEqual(['LEASE_INVALID']);
  late.lose();
  expect(late.losses).toEqual(['lost']);
  expect(await late.codes()).toEqual(['ENGINE_LOST']);
  const early = setUp({ isLost: true });
  expect(early.losses).toEqual(['lost']);
  expect(await early.codes()).toEqual(['ENGINE_LOST']);
});
