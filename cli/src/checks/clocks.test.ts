import { expect, test } from 'vitest';
import { createFakeIo } from '../../test/support/fakeIo.ts';
import { checkVenueClocks } from './clocks.ts';

const line = (venue: string, seconds: number) =>
  `windlass_venue_clock_skew_seconds{venue="${venue}",group="spot"} ${seconds}\n`;

async function check(text: string, status = 200) {
  const fake = createFakeIo({ answer: () => ({ status, headers: {}, text }) });
  const found = await checkVenueClocks({ url: 'http://127.0.0.1:3000/' }, fake.io);
  return { ...found, request: fake.requests[0] };
}

test('asks for the figures with the key', async () => {
  const { request } = await check('');
  expect(request).toMatchObject({
    url: 'http://127.0.0.1:3000/metrics',
    headers: { 'X-API-Key': 'ak_test_0123456789' },
  });
});

test('clocks that agree are counted by exchange', async () => {
  const { status, detail } = await check(
    `# HELP x\n${line('okx', 0.1)}${line('okx', -1.9)}${line('kraken', 0)}`,
  );
  expect([status, detail]).toEqual(['ok', "the clocks of 2 exchanges agree with the service's"]);
});

test.each([
  [2, 'warn'],
  [-4.9, 'warn'],
  [5, 'fail'],
])('a clock %d s apart is %s, by name', async (seconds, status) => {
  const found = await check(line('okx', 0) + line('bybit', seconds));
  expect(found.status).toBe(status);
  expect(found.detail).toContain(`: bybit ${seconds.toFixed(1)} s`);
});

test('before an exchange was asked there is nothing wrong', async () => {
  expect((await check('process_cpu_seconds_total 1\n')).status).toBe('ok');
});

test('figures that the key may not read are a warning', async () => {
  expect((await check('{}', 403)).status).toBe('warn');
  const { io } = createFakeIo();
  expect((await checkVenueClocks({}, io)).status).toBe('warn');
});
