import { describe, expect, it } from 'vitest';
import { venueOf } from '../../../../test/support/accounts/fixture.ts';
import { createManualClock } from '../../../../test/support/manualClock.ts';
import type { Account } from '../../model/account.ts';
import { lookAtHoldings } from './holdings.ts';
import type { Movements } from './movements.ts';
import type { Run } from './run.ts';

// These tests use an account that goes on trading while it is compared, at a venue that answers
// each read after a while.

function lookAt(answersAfterMs: number) {
  const clock = createManualClock();
  const reads = { balances: 0, movements: 0 };
  const session = {
    async balances() {
      reads.balances += 1;
      await clock.sleep(answersAfterMs);
      return {};
    },
  };
  const movements: Movements = {
    async catchUp() {
      reads.movements += 1;
      return 1;
    },
    doubt: () => undefined,
    isWhole: () => true,
    state: () => {
      throw new Error('an account that moves has nothing to be held against');
    },
  };
  const account = { venue: venueOf('okx'), mode: 'paper', portfolioMargin: false } as Account;
  const run = { account, clock, session, signal: new AbortController().signal };
  const looked = lookAtHoldings(run as unknown as Run, movements, { isPaused: false });
  return { clock, reads, looked };
}

describe('the holdings of an account that never rests', () => {
  it('are tried for three times where the venue answers soon', async () => {
    const { clock, reads, looked } = lookAt(100);
    await clock.advance(1_000);
    expect(await looked).toBeUndefined();
    expect(reads).toEqual({ balances: 3, movements: 3 });
  });

  it('are left for the next comparison where each read waits for its turn', async () => {
    const { clock, reads, looked } = lookAt(9_000);
    await clock.advance(30_000);
    expect(await looked).toBeUndefined();
    expect(reads).toEqual({ balances: 2, movements: 2 });
  });
});
