import { describe, expect, it } from 'vitest';
import { createdAtMs, fromVenue, toUuid } from './clientIds.ts';

const clientId = '018bcfe568007abc8def0123456789ab';

describe('our id of an order', () => {
  it('is a UUID to the venue, and ours again in any spelling', () => {
    expect(toUuid(clientId)).toBe('018bcfe5-6800-7abc-8def-0123456789ab');
    expect(fromVenue(toUuid(clientId))).toBe(clientId);
    expect(fromVenue(clientId.toUpperCase())).toBe(clientId);
  });

  it.each([undefined, null, '', 0, 'my order', `${clientId}0`])('is not %s', (id) => {
    expect(fromVenue(id)).toBeUndefined();
  });

  it('tells when it was made, where it is of that kind', () => {
    expect(createdAtMs(clientId)).toBe(1_700_000_000_000);
    expect(createdAtMs('018bcfe568004abc8def0123456789ab')).toBeUndefined();
  });
});
