import { describe, expect, test } from 'vitest';
import { idOf, limited, refreshing } from '../../test/support/fakeVaults.ts';

describe('the rate limit', () => {
  test('is waited out as long as it asks, and said', async () => {
    const instead = (part: number) => (part === 2 ? limited(12) : undefined);
    const { finish, err, out, bodies } = await refreshing([], { count: 150, instead });
    expect(await finish()).toBe(0);
    expect(bodies().map(({ afterId }) => afterId)).toEqual([undefined, idOf(100), idOf(100)]);
    expect(err()).toContain('The rate limit is reached. Going on in 12 s.\n');
    expect(out()).toMatch(/^Updated 150 of 150 vaults on mainnet in 12 s:/);
  });

  test.each([undefined, 1_201])('ends the run when it asks for %o seconds', async (seconds) => {
    const { finish, err, parts } = await refreshing([], {
      count: 5,
      instead: () => limited(seconds),
    });
    expect(await finish()).toBe(1);
    expect(parts).toHaveLength(1);
    expect(err()).toMatch(/^windlass: Rate limit exceeded\. Try again in 12 seconds\.\n/);
  });

  test('that is reached a fourth time for one part ends the run', async () => {
    const { finish, parts } = await refreshing([], { count: 5, instead: () => limited(2) });
    expect(await finish()).toBe(1);
    expect(parts).toHaveLength(4);
  });

  test('is not waited out any longer after Ctrl-C', async () => {
    const { finish, interrupt, clock, parts, err } = await refreshing([], {
      count: 5,
      instead: () => limited(900),
    });
    await clock.advance(3_000);
    interrupt();
    await clock.advance(0);
    expect(await finish()).toBe(1);
    expect(parts).toHaveLength(1);
    expect(clock.now() - Date.parse('2026-01-01T00:00:00Z')).toBeLessThanOrEqual(4_000);
    expect(err()).toContain('run the same command again');
  });
});

describe('Ctrl-C', () => {
  test('lets the part under way finish and tells how to go on', async () => {
    const scene = { count: 500, partMs: 10_000 };
    const { finish, interrupt, clock, parts, out, err } = await refreshing([], scene);
    await clock.advance(15_000);
    interrupt();
    expect(await finish()).toBe(1);
    expect(parts).toHaveLength(2);
    expect(out()).toMatch(/^Updated 200 of 200 vaults on mainnet in 20 s/);
    expect(err()).toContain('Stopping after the part under way.');
    expect(err()).toMatch(new RegExp(`same command with --after ${idOf(200)}\\.\n$`));
  });

  test('during the last part leaves nothing to go on with', async () => {
    const { finish, interrupt, clock, err } = await refreshing([], { count: 50, partMs: 10_000 });
    await clock.advance(5_000);
    interrupt();
    expect(await finish()).toBe(0);
    expect(err()).not.toContain('To go on');
  });

  test('a second time does not wait for the part', async () => {
    const { finish, interrupt, clock, err } = await refreshing([], { count: 500, partMs: 100_000 });
    await clock.advance(105_000);
    interrupt();
    interrupt();
    await clock.advance(0);
    expect(await finish()).toBe(1);
    expect(clock.now() - Date.parse('2026-01-01T00:00:00Z')).toBeLessThanOrEqual(106_000);
    expect(err()).toMatch(new RegExp(`Stopped\\. .*\n.*--after ${idOf(100)}\\.\n$`));
  });
});

describe('on a terminal', () => {
  const linesOf = (text: string) => text.split('\r\u001b[K').filter((line) => line !== '');

  test('a bar moves every second, counts down, and is gone at the end', async () => {
    const scene = { count: 300, partMs: 10_000, isTty: true };
    const { finish, clock, err } = await refreshing([], scene);
    await clock.advance(0);
    expect(linesOf(err()).at(-1)).toMatchInlineSnapshot(
      `"░░░░░░░░░░░░░░░░░░░░░░░░░░░   0 %  0/300 vaults  0 failed  0 tokens  0 s so far"`,
    );
    await clock.advance(4_000);
    expect(linesOf(err()).at(-1)).toMatch(/ 4 s so far$/);
    await clock.advance(10_000);
    expect(linesOf(err()).at(-1)).toMatchInlineSnapshot(
      `"█████░░░░░░░░░░░  33 %  100/300 vaults  0 failed  700 tokens  10.0/s  16 s left"`,
    );
    expect(await finish()).toBe(0);
    expect(err().endsWith('\r\u001b[K')).toBe(true);
    expect(err()).not.toContain('\n');
  });

  test('the wait for the rate limit is counted down in it', async () => {
    const instead = (part: number) => (part === 1 ? limited(12) : undefined);
    const { finish, clock, err } = await refreshing([], { count: 5, isTty: true, instead });
    await clock.advance(4_000);
    expect(linesOf(err()).at(-1)).toMatch(/ {2}rate limit, on in 8 s$/);
    expect(await finish()).toBe(0);
  });

  test('a line said in between does not stand behind the bar', async () => {
    const { finish, interrupt, clock, err } = await refreshing([], {
      count: 5,
      partMs: 5_000,
      isTty: true,
    });
    await clock.advance(2_000);
    interrupt();
    expect(await finish()).toBe(0);
    expect(err()).toContain('\r\u001b[KStopping after the part under way.');
  });
});
