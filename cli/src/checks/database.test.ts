import { expect, test } from 'vitest';
import { createFakeIo } from '../../test/support/fakeIo.ts';
import { checkDatabase, checkDisk } from './database.ts';

const told = (said: string) => createFakeIo({ machine: { inspectDatabase: async () => said } }).io;

test('the database is told as the service’s own code found it', async () => {
  const finding = { status: 'fail', detail: 'SQLite x, is damaged: y', remedy: 'Restore it.' };
  const io = told(JSON.stringify({ ...finding, more: 1 }));
  expect(await checkDatabase({}, io)).toEqual({ name: 'database', ...finding });
});

test.each(['', '{"status":', '[]', '{"status":"well","detail":"x"}', '{"status":"ok"}'])(
  'an answer that is no finding is a failure: %s',
  async (said) => {
    expect(await checkDatabase({}, told(said))).toMatchObject({ status: 'fail' });
  },
);

test('the database of another machine is not looked for on this one', async () => {
  const io = told(JSON.stringify({ status: 'ok', detail: 'of this machine' }));
  const check = await checkDatabase({ url: 'http://desk.example' }, io);
  expect(check).toMatchObject({ status: 'warn', detail: expect.stringMatching(/^not checked/) });
});

test.each([
  [2e9, 'ok'],
  [1.9e9, 'warn'],
  [200e6, 'warn'],
  [199e6, 'fail'],
  [undefined, 'warn'],
])('%s free bytes are %s', (bytes, status) => {
  const { io } = createFakeIo({ machine: { freeBytes: () => bytes } });
  expect(checkDisk(io).status).toBe(status);
});
