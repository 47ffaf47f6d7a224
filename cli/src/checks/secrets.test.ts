import { expect, test } from 'vitest';
import { createFakeIo } from '../../test/support/fakeIo.ts';
import { checkSecrets } from './secrets.ts';

const withFiles = (modes: Record<string, number>, env: Record<string, string> = {}) =>
  checkSecrets(createFakeIo({ env, machine: { fileMode: (path) => modes[path] } }).io);

const ownerOnly = 0o600;

test('keys for their owner alone are in order', () => {
  const check = withFiles({ 'data/master.key': ownerOnly, 'data/windlass.db': ownerOnly });
  expect(check).toMatchObject({ status: 'ok', detail: expect.stringContaining('is there') });
});

test('before the first start there is nothing to lose', () => {
  expect(withFiles({})).toMatchObject({ status: 'ok' });
});

test.each(['data/master.key', 'data/admin.key', 'data/windlass.db'])(
  'what others may read is a failure that says how to mend it: %s',
  (path) => {
    expect(withFiles({ 'data/master.key': ownerOnly, [path]: 0o644 })).toEqual({
      name: 'secrets',
      status: 'fail',
      detail: `others on this machine may reach ${path} (0644)`,
      remedy: `Run: chmod 600 ${path}`,
    });
  },
);

test('a database without its master key is a failure, unless the key comes from elsewhere', () => {
  const files = { 'data/windlass.db': ownerOnly };
  expect(withFiles(files).status).toBe('fail');
  expect(withFiles(files, { WINDLASS_MASTER_KEY: 'k' }).status).toBe('ok');
});
