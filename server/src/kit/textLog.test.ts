import { describe, expect, it } from 'vitest';
import { createLogger } from './pinoLogger.ts';
import { textLine } from './textLog.ts';

/** Returns the line of an event as the logger writes it for people. */
function lineOf(fields: Readonly<Record<string, unknown>>, message: string): string {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(textLine(line)) };
  createLogger({ level: 'info', destination }).warn(fields, message);
  return lines.join('').replace(/^\S+/, '12:00:00');
}

describe('a line of the log for people', () => {
  it('has time, level and message, and then the fields', () => {
    const fields = { venue: 'okx', afterMs: 40, reason: 'it was closed', venues: ['a', 'b'] };
    expect(lineOf(fields, 'The connection is lost')).toBe(
      '12:00:00 warn  The connection is lost venue=okx afterMs=40 reason="it was closed" venues=["a","b"]\n',
    );
  });

  it('shows the time of day in UTC, as the logged time has it', () => {
    const json = '{"level":"info","time":"2026-03-01T09:08:07.654Z","msg":"starting"}\n';
    expect(textLine(json)).toBe('09:08:07 info  starting\n');
  });

  it('cuts what nobody reads on a terminal, and keeps a stack', () => {
    const config = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [index, 'x']));
    expect(lineOf({ config }, 'starting')).toBe('12:00:00 warn  starting config={…}\n');
    expect(lineOf({ stack: 'Error: a\n    at b' }, 'a fault')).toBe(
      '12:00:00 warn  a fault\n  Error: a\n      at b\n',
    );
  });

  it('shows no secret, and no text that moves the cursor', () => {
    const fields = { apiKey: 'unseen', note: 'ak_0123456789abcdef', name: '\u001b[2J\r' };
    const line = lineOf(fields, 'tried');
    expect(line).not.toMatch(/unseen|0123456789/);
    expect(line).not.toContain('\u001b');
    expect(line).not.toContain('\r');
  });

  it('leaves a line alone that is none of the log', () => {
    expect(textLine('no json\n')).toBe('no json\n');
  });
});
