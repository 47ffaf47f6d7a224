import { describe, expect, it } from 'vitest';
import { parseSubscribeAlgorithms, parseUnsubscribeAlgorithms } from './wire.ts';

const key = 'ak_secret-text-nobody-may-see';
const notObject = 'Expected an object such as {"key": "ak_…", "order_id": "…"}, received';

describe('requests for algorithms', () => {
  it.each<[payload: unknown, message: string]>([
    [undefined, 'key is required'],
    [null, 'key is required'],
    [{ order_id: 'a' }, 'key is required'],
    [{ key: '' }, 'key is required'],
    [{ key: [key] }, 'key must be a string'],
    [{ key: key.repeat(10) }, 'key is too long'],
    [{ key, order_id: 7 }, 'order_id must be a string'],
    [{ key, order_id: '' }, 'order_id must not be empty'],
    [{ key, order_id: key.repeat(5) }, 'order_id must be at most 128 characters'],
    [[{ key }], `${notObject} an array`],
    [key, `${notObject} text`],
  ])('refuses %j in clear words, without the key', (payload, message) => {
    expect(parseSubscribeAlgorithms(payload)).toEqual({ refused: message });
  });

  it('keeps the key as a secret, and means all when none is named', () => {
    const request = parseSubscribeAlgorithms({ key, order_id: 'a' });
    expect(JSON.stringify(request)).toBe('{"key":"[secret]","name":"a"}');
    expect('key' in request && request.key.reveal()).toBe(key);
    for (const order_id of [undefined, null]) {
      expect(parseSubscribeAlgorithms({ key, order_id })).toMatchObject({ name: undefined });
    }
  });

  it('needs no key to unsubscribe', () => {
    expect(parseUnsubscribeAlgorithms({ order_id: 'a' })).toEqual({ name: 'a' });
    expect(parseUnsubscribeAlgorithms(undefined)).toEqual({ name: undefined });
    expect(parseUnsubscribeAlgorithms({ order_id: 7 })).toEqual({
      refused: 'order_id must be a string',
    });
    expect(parseUnsubscribeAlgorithms(['a'])).toEqual({
      refused: 'Expected an object such as {"order_id": "…"}, received an array',
    });
  });
});
