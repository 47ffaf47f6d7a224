import { describe, expect, it } from 'vitest';
import { TransportError } from '../../transportPort.ts';
import { toRefusal } from './refusals.ts';

const answered = (status: number) =>
  toRefusal(new TransportError(`status ${status}`, { status }), 0).kind;

describe('a failed depth request', () => {
  it.each([400, 404, 451])('of status %i will be refused again', (status) =>
    expect(answered(status)).toBe('refused'),
  );

  it.each([401, 408, 409, 410, 422, 499, 500, 502, 503, 504])(
    'of status %i may go better next time',
    (status) => expect(answered(status)).toBe('failed'),
  );

  it.each([403, 418, 429])('of status %i asks for a pause', (status) =>
    expect(answered(status)).toBe('limited'),
  );

  it('without an answer may go better next time', () => {
    expect(toRefusal(new TransportError('timeout'), 0).kind).toBe('failed');
    expect(toRefusal('thrown', 0)).toEqual({ kind: 'failed', reason: 'thrown' });
  });
});
