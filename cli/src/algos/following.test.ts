import fc from 'fast-check';
import { expect, test } from 'vitest';
import { algorithmOf, detailsOf, lineOf } from '../../test/support/fakeAlgorithms.ts';
import { afterShown, applyDetails, applyEvent, beginFollowing } from './following.ts';

const lineTold = (number: number) => ({
  type: 'line' as const,
  line: { ...lineOf(number), order_id: '0193-a', sequence: number },
});

test('every line is shown once and in order, however stream and reads overlap', () => {
  const moment = fc.oneof(
    // Entries that the stream left out during an outage. A read returns all entries.
    fc.record({ what: fc.constant('told'), count: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ what: fc.constant('missed'), count: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ what: fc.constant('shown'), count: fc.constant(0) }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9 }), fc.array(moment), (before, moments) => {
      let following = beginFollowing(detailsOf(algorithmOf(), before));
      let last = before;
      const shown: number[] = [];
      const show = () => {
        shown.push(...following.lines.map(({ number }) => number));
        following = afterShown(following);
      };
      for (const { what, count } of moments) {
        const first = last + 1;
        last += count;
        if (what === 'shown') show();
        if (what === 'missed') {
          following = applyDetails(following, detailsOf(algorithmOf(), last));
        }
        for (let number = first; what === 'told' && number <= last; number += 1) {
          following = applyEvent(following, lineTold(number));
        }
      }
      show();
      expect(shown).toEqual(Array.from({ length: last }, (_, index) => index + 1));
    }),
  );
});

test('a subscription that hid nothing does not undo one that did', () => {
  let following = beginFollowing(detailsOf(algorithmOf()));
  for (const isContinued of [false, true]) {
    following = applyEvent(following, { type: 'subscribed', isContinued });
    expect(following).toMatchObject({ connection: 'connected', isOutdated: true });
  }
});
