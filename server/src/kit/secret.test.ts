import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createLogger } from './pinoLogger.ts';
import { Secret } from './secret.ts';

const text = 'ak_this-must-never-be-seen-anywhere';

describe('secret', () => {
  it('reveals itself on demand only', () => {
    const secret = new Secret(text);
    const shown = [`${secret}`, JSON.stringify({ secret }), inspect({ deep: { secret } })].join();
    expect(shown).not.toContain('never-be-seen');
    expect(secret.reveal()).toBe(text);
  });
});

describe('logger', () => {
  it.each([
    [
      'a header',
      { headers: { 'x-api-key': 'plain-secret-value', authorization: 'plain-secret-value' } },
    ],
    ['a field named like a secret', { account: { credentials: { secret: 'plain-secret-value' } } }],
    ['our key in a message of an error', { error: `no such key ${text}` }],
    ['a secret value', { config: { adminKey: new Secret(text) } }],
    ['a database address', { databaseUrl: 'postgres://me:plain-secret-value@db/x' }],
  ])('keeps %s out of the line', (_name, fields) => {
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    const logger = createLogger({ level: 'info', destination });
    logger.info(fields, `what happened to ${text}`);
    expect(lines).toHaveLength(1);
    expect(lines.join()).not.toMatch(/plain-secret-value|never-be-seen/);
    expect(lines.join()).toContain('what happened to [secret]');
  });
});
