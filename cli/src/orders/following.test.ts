import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillOf } from '../../test/support/fakeOrders.ts';
import { afterShown, applyEvent, beginFollowing, type Following } from './following.ts';

const accounts = ['desk', 'other'];
const told = (following: Following, account: string, sequence: number): Following =>
  applyEvent(following, { account, event: { type: 'fill', fill: fillOf({ sequence }) } }, 7);
const subscribed = (following: Following, account: string, isContinued = false): Following =>
  applyEvent(following, { account, event: { type: 'subscribed', isContinued } }, 7);
const begun = () =>
  accounts.reduce((now, name) => subscribed(now, name), beginFollowing(undefined));

test('every fill is shown once and in order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 5 })), (bursts) => {
      let following = afterShown(begun());
      let count = 0;
      const shown: number[] = [];
      for (const burst of bursts) {
        for (let each = 0; each < burst; each += 1) {
          following = told(following, 'desk', count);
          count += 1;
        }
        shown.push(
          ...following.news.map((news) => (news.type === 'fill' ? news.fill.sequence : -1)),
        );
        following = afterShown(following);
      }
      expect(shown).toEqual(Array.from({ length: count }, (_, index) => index));
    }),
  );
});

test('what a reader does not take is dropped with a word, and read', () => {
  let following: Following = { ...afterShown(begun()), unread: new Set() };
  for (let sequence = 0; sequence < 10_000; sequence += 1) {
    following = told(following, 'desk', sequence);
  }
  expect([following.news.length, following.unread.size]).toEqual([10_000, 0]);
  following = told(following, 'other', 10_000);
  expect(following.news.map(({ type }) => type)).toEqual(['missed', 'missed', 'fill']);
  expect([...following.unread]).toEqual(accounts);
});

test('the first subscription has missed nothing; a later one that is not continued has', () => {
  const first = subscribed(beginFollowing(undefined), 'desk');
  const types = (following: Following) => following.news.map(({ type }) => type);
  expect(types(first)).toEqual(['followed']);
  expect(types(subscribed(first, 'desk', true))).toEqual(['followed']);
  const later = subscribed({ ...first, unread: new Set() }, 'desk');
  expect([types(later), [...later.unread]]).toEqual([['followed', 'missed'], ['desk']]);
});

test('one loss of the connection is told once, whichever accounts hear of it', () => {
  const states = ['connected', 'disconnected', 'connected'] as const;
  let following = beginFollowing(undefined);
  for (const state of states) {
    for (const account of accounts) {
      following = applyEvent(following, { account, event: { type: 'state', state } }, 7);
    }
  }
  expect(following.news).toEqual([
    { type: 'connection', state: 'disconnected', atMs: 7 },
    { type: 'connection', state: 'connected', atMs: 7 },
  ]);
});
