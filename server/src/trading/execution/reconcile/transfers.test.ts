import { describe, expect, it } from 'vitest';
import { databasePerTest, eachDatabase } from '../../../../test/support/databases/databases.ts';
import {
  createReconcilerFixture,
  type ReconcilerFixture,
} from '../../../../test/support/execution/reconciler.ts';
import type { WalletMove } from '../../venues/perpsPort.ts';

/** Returns a transfer, by default of 5 USDT from spot to contracts. */
const moveOf = (changes: Partial<WalletMove> = {}): WalletMove => ({
  asset: 'USDT',
  amount: '5',
  from: 'spot',
  to: 'swap',
  ...changes,
});

type Outcome = 'completed' | 'pending' | 'rejected' | 'unknown';

/** Announces and settles a transfer; the test itself moves the money. */
async function transfer(
  test: ReconcilerFixture,
  outcome: Outcome,
  { isMoved = true, ...changes }: Partial<WalletMove> & { isMoved?: boolean } = {},
): Promise<void> {
  const { transfers } = test.reconciler;
  const move = moveOf(changes);
  const id = await test.settle(transfers.intended(test.account, move));
  if (isMoved) show(test, move);
  await test.settle(transfers.settled(test.account, id, outcome));
}

/** Moves money at the venue, in the wallets that the scripted venue has. */
function show({ venue }: ReconcilerFixture, move: WalletMove, ends = ['from', 'to']): void {
  for (const end of ['from', 'to'] as const) {
    const wallet = move[end];
    if (!ends.includes(end) || (wallet !== 'spot' && wallet !== 'swap')) continue;
    venue.credit(move.asset, end === 'from' ? `-${move.amount}` : move.amount, wallet);
  }
}

/** Longer than a completed transfer may take to be shown. */
const laterMs = 61_000;

async function compareLater(test: ReconcilerFixture, afterMs = laterMs): Promise<void> {
  await test.clock.advance(afterMs);
  await test.compare();
}

const database = databasePerTest('sqlite');
const open = async (): Promise<ReconcilerFixture> => {
  const test = await createReconcilerFixture(await database.open());
  await test.compare();
  return test;
};

describe('a transfer that is done', () => {
  it('is expected in both wallets, and is over when they show it', async () => {
    const test = await open();
    await transfer(test, 'completed', { amount: '5.000000000000000001' });
    await test.compare();
    await compareLater(test);
    expect([test.found(), test.closed]).toEqual([[], ['5.000000000000000001 USDT shown']]);
  });

  it('is explained in the wallet that trading uses when the other is not compared', async () => {
    const test = await open();
    await transfer(test, 'completed', { from: 'funding', to: 'spot', amount: '7' });
    await transfer(test, 'completed', { from: 'funding', to: 'margin' });
    await test.compare();
    await compareLater(test);
    expect([test.found(), test.closed]).toEqual([[], ['7 USDT shown']]);
  });

  it('may take a while to be shown, one wallet after the other', async () => {
    const test = await open();
    await transfer(test, 'completed', { isMoved: false });
    await test.compare();
    show(test, moveOf(), ['from']);
    await compareLater(test, 20_000);
    show(test, moveOf(), ['to']);
    await compareLater(test, 20_000);
    await compareLater(test);
    expect([test.found(), test.closed]).toEqual([[], ['5 USDT shown']]);
  });

  it('that is never shown is found in both wallets, once', async () => {
    const test = await open();
    await transfer(test, 'completed', { isMoved: false });
    await test.compare();
    expect(test.found()).toEqual([]);
    await compareLater(test);
    await compareLater(test);
    expect(test.found()).toEqual([
      'balance_changed: 999995 / 1000000',
      'balance_changed: 1005 / 1000',
    ]);
    expect(test.closed).toEqual(['5 USDT missing']);
  });

  it('that left and never came in is found where it is missing', async () => {
    const test = await open();
    await transfer(test, 'completed', { isMoved: false });
    show(test, moveOf(), ['from']);
    await test.compare();
    await compareLater(test);
    expect(test.found()).toEqual(['balance_changed: 1005 / 1000']);
  });

  it('is waited for as long as the venue says that it is under way', async () => {
    const test = await open();
    await transfer(test, 'pending', { isMoved: false });
    show(test, moveOf(), ['from']);
    for (let minute = 0; minute < 9; minute += 1) await compareLater(test);
    expect([test.found(), test.closed]).toEqual([[], []]);
    show(test, moveOf(), ['to']);
    await compareLater(test);
    expect([test.found(), test.closed]).toEqual([[], ['5 USDT shown']]);
  });

  it('is expected where it comes from while it is under way, and then where it goes', async () => {
    const test = await open();
    await transfer(test, 'pending', { isMoved: false });
    await compareLater(test);
    expect(test.found()).toEqual(['balance_changed: 999995 / 1000000']);
    for (let minute = 0; minute < 10; minute += 1) await compareLater(test);
    expect(test.found().slice(1)).toEqual(['balance_changed: 1005 / 1000']);
    expect(test.closed).toEqual(['5 USDT missing']);
  });
});

describe('a transfer that was rejected', () => {
  it('is expected nowhere: what moved all the same is found at once', async () => {
    const test = await open();
    await transfer(test, 'rejected', { isMoved: false });
    await test.compare();
    expect(test.found()).toEqual([]);
    await transfer(test, 'rejected', { isMoved: true });
    await test.compare();
    expect(test.found()).toEqual([
      'balance_changed: 1000000 / 999995',
      'balance_changed: 1000 / 1005',
    ]);
    expect(test.closed).toEqual([]);
  });
});

describe('a transfer of unknown outcome', () => {
  it('is done if the balances show its amount', async () => {
    const test = await open();
    await transfer(test, 'unknown');
    await test.compare();
    await compareLater(test);
    expect([test.found(), test.closed]).toEqual([[], ['5 USDT shown']]);
  });

  it('is not done if a minute later they do not', async () => {
    const test = await open();
    await transfer(test, 'unknown', { isMoved: false });
    await test.compare();
    expect(test.closed).toEqual([]);
    await compareLater(test);
    expect([test.found(), test.closed]).toEqual([[], ['5 USDT notDone']]);
    show(test, moveOf());
    await test.compare();
    expect(test.found()).toHaveLength(2);
  });

  it('that was done and sent back leaves balances as they were, and nothing is found', async () => {
    const test = await open();
    await transfer(test, 'unknown', { amount: '100' });
    await test.clock.advance(20_000);
    await transfer(test, 'completed', { amount: '100', from: 'swap', to: 'spot' });
    await test.compare();
    await compareLater(test);
    await compareLater(test);
    expect([test.found(), test.closed.sort()]).toEqual([[], ['100 USDT shown', '100 USDT shown']]);
  });

  it('is told apart from others of the same time, and from what somebody else moved', async () => {
    const test = await open();
    await transfer(test, 'unknown', { amount: '3', isMoved: false });
    await transfer(test, 'unknown', { amount: '11' });
    await transfer(test, 'completed', { amount: '0.5', from: 'swap', to: 'spot' });
    await test.compare();
    expect(test.found()).toEqual([]);
    expect(test.closed.sort()).toEqual(['0.5 USDT shown', '11 USDT shown']);
    test.venue.credit('USDT', '2', 'swap');
    await test.compare();
    // It may be part of the awaited amount until that is decided.
    expect(test.found()).toEqual([]);
    await compareLater(test);
    await compareLater(test);
    expect(test.found()).toEqual(['balance_changed: 1010.5 / 1012.5']);
    expect(test.closed).toContain('3 USDT notDone');
  });
});

describe('transfers', () => {
  it('before the first comparison are in the balances that it takes as they are', async () => {
    const test = await createReconcilerFixture(await database.open());
    await transfer(test, 'completed');
    await test.compare();
    await compareLater(test);
    expect([test.found(), test.closed]).toEqual([[], ['5 USDT shown']]);
  });

  it('are remembered if they are made while a comparison is written down', async () => {
    const store = await database.open();
    let meanwhile: (() => Promise<unknown>) | undefined;
    const test = await createReconcilerFixture({
      ...store,
      write: {
        ...store.write,
        saveReconciliation(epoch, save) {
          const written = store.write.saveReconciliation(epoch, save);
          void meanwhile?.();
          return written;
        },
      },
    });
    await test.compare();
    let told: Promise<string> | undefined;
    meanwhile = () => {
      meanwhile = undefined;
      told = test.reconciler.transfers.intended(test.account, moveOf());
      return told;
    };
    await test.compare();
    const id = (await told) ?? '';
    show(test, moveOf());
    await test.settle(test.reconciler.transfers.settled(test.account, id, 'completed'));
    const again = await createReconcilerFixture(store, test);
    await again.compare();
    await compareLater(again);
    expect([again.found(), again.closed, test.found()]).toEqual([[], ['5 USDT shown'], []]);
  });

  it('in a hurry, far more of them than are combined, are all expected', async () => {
    const test = await open();
    for (let count = 1; count <= 20; count += 1) {
      await transfer(test, 'completed', { amount: `0.${count}1` });
    }
    await test.compare();
    await compareLater(test);
    expect(test.found()).toEqual([]);
    expect(test.closed).toHaveLength(20);
  });

  it('are no difference at whatever moment of a comparison they are made', async () => {
    const test = await open();
    const { venue, reconciler, account } = test;
    venue.calls.length = 0;
    await test.compare();
    const calls = venue.calls.length;
    for (let moment = 1; moment <= calls; moment += 1) {
      let call = 0;
      let id = '';
      const steps = [
        async () => {
          id = await reconciler.transfers.intended(account, moveOf());
        },
        () => show(test, moveOf(), ['from']),
        () => show(test, moveOf(), ['to']),
        () => reconciler.transfers.settled(account, id, 'completed'),
      ];
      venue.meanwhile = async () => {
        call += 1;
        await steps[call - moment]?.();
      };
      await test.compare();
      // Runs the remaining steps, if they put the comparison off.
      while (call - moment < steps.length - 1) await venue.meanwhile('later');
      venue.meanwhile = undefined;
      await test.compare();
      await compareLater(test);
      expect([moment, test.found(), test.closed.length]).toEqual([moment, [], moment]);
    }
    expect(test.failures).toEqual([]);
  });

  it('that cannot be written down are refused, and nobody waits for them', async () => {
    const test = await open();
    const { db } = await database.open();
    const owner = (epoch: number) => test.settle(db.updateTable('engine').set({ epoch }).execute());
    await owner(test.epoch + 1);
    const refused = test.reconciler.transfers.intended(test.account, moveOf());
    await expect(test.settle(refused)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await owner(test.epoch);
    show(test, moveOf());
    await test.compare();
    expect(test.found()).toHaveLength(2);
  });
});

eachDatabase('transfers over a restart', (databases) => {
  it.each([
    ['completed', true, 'shown'],
    ['completed', false, 'missing'],
    ['unknown', true, 'shown'],
    ['unknown', false, 'notDone'],
    ['never answered', true, 'shown'],
    ['never answered', false, 'notDone'],
  ] as const)('are known still: %s, moved %s', async (outcome, isMoved, closed) => {
    const before = await createReconcilerFixture(await databases.open());
    await before.compare();
    if (outcome === 'never answered') {
      await before.settle(before.reconciler.transfers.intended(before.account, moveOf()));
      if (isMoved) show(before, moveOf());
      await before.compare();
    } else await transfer(before, outcome, { isMoved });
    const test = await createReconcilerFixture(await databases.open(), before);
    await test.compare();
    await compareLater(test);
    await compareLater(test);
    expect(test.closed).toEqual([`5 USDT ${closed}`]);
    expect(test.found()).toHaveLength(closed === 'missing' ? 2 : 0);
    expect([...before.failures, ...test.failures, ...before.found()]).toEqual([]);
  });
});
