import { expect, test } from 'vitest';
import { createFakeIo, type FakeOptions } from '../../test/support/fakeIo.ts';
import { checkPort } from './port.ts';

const health = {
  success: true,
  message: 'm',
  timestamp: 't',
  uptime: 1,
  environment: 'test',
  role: 'owner',
};
const windlass = () => ({ status: 200, headers: {}, text: JSON.stringify(health) });
const stranger = () => ({ status: 200, headers: {}, text: '<html>' });

const check = (
  env: Record<string, string>,
  answer: NonNullable<FakeOptions['answer']> = () => Promise.reject(new TypeError('refused')),
  isFree = false,
) => checkPort({}, createFakeIo({ env, answer, machine: { isPortFree: async () => isFree } }).io);

test('a free port is in order', async () => {
  const { status, detail } = await check({ PORT: '3100', HOST: '0.0.0.0' }, undefined, true);
  expect([status, detail]).toEqual(['ok', 'port 3100 of 0.0.0.0 is free to be served on']);
});

test('a port that Windlass itself has taken is in order', async () => {
  expect((await check({}, windlass)).status).toBe('ok');
});

test.each([
  ['something else', stranger],
  ['something that does not answer', undefined],
])('a port that is taken by %s is a failure that says what to do', async (_, answer) => {
  const { status, remedy } = await check({}, answer);
  expect(status).toBe('fail');
  expect(remedy).toContain('set PORT');
});

test.each(['no', '-1', '65536', '80.5'])('the port "%s" is a failure', async (PORT) => {
  expect((await check({ PORT }, windlass, true)).status).toBe('fail');
});
