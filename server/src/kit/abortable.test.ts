import { expect, it } from 'vitest';
import { abortable } from './abortable.ts';

it('gives what the promise comes to', async () => {
  const { signal } = new AbortController();
  expect(await abortable(Promise.resolve('done'), signal)).toBe('done');
  await expect(abortable(Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
});

it("rejects with the signal's reason and drops what comes later", async () => {
  const stop = new AbortController();
  const late = Promise.withResolvers<string>();
  const outcome = expect(abortable(late.promise, stop.signal)).rejects.toThrow('enough');
  stop.abort(new Error('enough'));
  await outcome;
  late.reject(new Error('late'));
});

it('rejects at once when the signal has aborted before', async () => {
  const never = new Promise<never>(() => undefined);
  const signal = AbortSignal.abort(new Error('before'));
  await expect(abortable(never, signal)).rejects.toThrow('before');
});
