import { systemEndpoints } from '@windlass/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type AuditEntry, fromAuditRow } from '../../src/store/rows.ts';
import type { Store } from '../../src/store/types.ts';
import { createTestApp, type TestApp } from '../support/app/testApp.ts';
import { openMemoryStore } from '../support/databases/memoryStore.ts';

let test: TestApp;
let audited: AuditEntry[] = [];
beforeEach(() => {
  audited = [];
});
afterEach(() => test.stop());

/** Opens the service beside these standbys. */
function openBeside(standbys: readonly string[]): Promise<TestApp> {
  const openStore = async (): Promise<Store> => {
    const store = await openMemoryStore();
    const own: Store['own'] = async (options) => ({
      ...(await store.own(options)),
      standbys: async () => standbys,
    });
    const appendAudit: typeof store.write.appendAudit = async (line) => {
      await store.write.appendAudit(line);
      audited.push(fromAuditRow(line));
    };
    return { ...store, own, write: { ...store.write, appendAudit } };
  };
  return createTestApp({}, { openStore });
}

const handOver = (key?: string) =>
  test.call({
    method: systemEndpoints.handOver.method,
    url: systemEndpoints.handOver.path,
    ...(key !== undefined && { key }),
  });

it('is refused where nobody waits, and stops nothing', async () => {
  test = await createTestApp();
  const refused = await handOver();
  expect(refused.status).toBe(409);
  expect(refused.json).toMatchObject({
    message: 'No standby is there to hand over to. Start one first; nothing was stopped.',
    data: { error: 'NO_STANDBY' },
  });
  expect(test.app.handedOver.aborted).toBe(false);
  expect((await test.call({ url: '/ready' })).status).toBe(200);
});

it('names who takes over, is written down, and ends this process', async () => {
  test = await openBeside(['desk-2, process 7']);
  expect((await handOver()).json.data).toEqual({ standby: 'desk-2, process 7' });
  expect(test.app.handedOver.aborted).toBe(true);
  expect(audited).toMatchObject([
    { action: 'engine.handed_over', subject: 'engine', after: { standby: 'desk-2, process 7' } },
  ]);
  // It has begun to stop by itself.
  await test.clock.advance(60_000);
  await expect(test.call({ url: '/ready' })).rejects.toThrow('closed');
  expect(test.app.lost.aborted).toBe(false);
});

it('is for admins alone', async () => {
  test = await openBeside(['desk-2, process 7']);
  const body = { name: 'desk', roles: ['trader'], paths: ['/**'] };
  const made = await test.call({ method: 'POST', url: '/admin/keys', body });
  expect((await handOver(made.json.data.key)).status).toBe(403);
  expect(test.app.handedOver.aborted).toBe(false);
});
