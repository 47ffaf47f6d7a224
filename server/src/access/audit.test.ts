import { expect, it } from 'vitest';
import { eachDatabase } from '../../test/support/databases/databases.ts';
import { createManualClock } from '../../test/support/manualClock.ts';
import { createAudit } from './audit.ts';

eachDatabase('the audit log', (database) => {
  const open = async () => {
    const clock = createManualClock(1_000);
    const audit = createAudit({ store: await database.open(), clock });
    const record = async (action: string, subject: string) => {
      await audit.record({
        actorId: 'k1',
        actorName: 'desk',
        action,
        subject,
        before: null,
        after: { subject },
        requestId: 'r1',
      });
      await clock.advance(1);
    };
    return { audit, record };
  };

  it('lists newest first, page by page, with the total', async () => {
    const { audit, record } = await open();
    for (const subject of ['a', 'b', 'c', 'd', 'e']) await record('key.created', subject);
    const first = await audit.list({ page: 0, size: 2 });
    const last = await audit.list({ page: 2, size: 2 });
    const beyond = await audit.list({ page: 1_000_000, size: 500 });
    expect(first.entries.map(({ subject }) => subject)).toEqual(['e', 'd']);
    expect(last).toEqual({
      total: 5,
      entries: [
        {
          id: expect.any(Number),
          atMs: 1_000,
          actorId: 'k1',
          actorName: 'desk',
          action: 'key.created',
          subject: 'a',
          before: null,
          after: { subject: 'a' },
          requestId: 'r1',
        },
      ],
    });
    expect(beyond).toEqual({ total: 5, entries: [] });
  });

  it('lists one action alone', async () => {
    const { audit, record } = await open();
    await record('key.created', 'a');
    await record('key.revoked', 'a');
    await record('key.created', 'b');
    const { total, entries } = await audit.list({ page: 0, size: 10, action: 'key.created' });
    expect(total).toBe(2);
    expect(entries.map(({ subject }) => subject)).toEqual(['b', 'a']);
  });

  it('finds nothing for an action that cannot be', async () => {
    const { audit, record } = await open();
    await record('key.created', 'a');
    const answer = { total: 0, entries: [] };
    expect(await audit.list({ page: 0, size: 10, action: 'nul\0' })).toEqual(answer);
    expect(await audit.list({ page: 0, size: 10, action: "' or 1=1 --" })).toEqual(answer);
  });
});
