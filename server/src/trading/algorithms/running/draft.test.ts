import { describe, expect, test } from 'vitest';
import { childOf, recordOf, runOf } from '../../../../test/support/algorithms/records.ts';
import { createImage } from './draft.ts';

const child = (number: number, changes: Parameters<typeof childOf>[2] = {}) =>
  childOf('parent', number, changes);

function imageOf(...children: Parameters<typeof createImage>[1]) {
  return createImage(recordOf('parent', { run: runOf({ nextEvent: 4 }) }), children);
}

const numbers = (children: readonly { readonly number: number }[]) =>
  children.map(({ number }) => number);

describe('a draft', () => {
  test('is worth no write while nothing has changed', () => {
    expect(imageOf(child(1)).draft(0).save()).toBeUndefined();
  });

  test('shows its own changes, and the image none of them before it is committed', () => {
    const image = imageOf(child(1), child(2, { stage: 'over' }));
    const draft = image.draft(7);
    draft.put(child(1, { stage: 'over' }));
    draft.put(child(3, { group: 5 }));
    draft.changeRun({ nextChild: 4 });
    expect(numbers(draft.live())).toEqual([3]);
    expect(numbers(draft.childrenOf(5))).toEqual([3]);
    expect(numbers(draft.childrenOf(0))).toEqual([1, 2]);
    expect(draft.childrenOf(0)[0]?.stage).toBe('over');
    expect(numbers(image.live())).toEqual([1]);
    expect(image.child(3)).toBeUndefined();
    expect(image.record().run.nextChild).toBe(1);
    draft.commit();
    expect(numbers(image.live())).toEqual([3]);
    expect(numbers(image.draft(8).childrenOf(5))).toEqual([3]);
    expect(image.record().run.nextChild).toBe(4);
  });

  test('writes whole children that changed, and lines numbered on from the last', () => {
    const image = imageOf(child(1), child(2));
    const draft = image.draft(7);
    draft.put(child(2, { isCancelling: true }));
    draft.tell('note', 'one');
    draft.tell('note', 'two');
    expect(draft.save()).toMatchObject({
      record: { run: { nextEvent: 6 } },
      children: [{ number: 2, isCancelling: true }],
      events: [
        { number: 4, atMs: 7, text: 'one' },
        { number: 5, atMs: 7, text: 'two' },
      ],
    });
  });

  test('that is dropped leaves the numbers to the next', () => {
    const image = imageOf();
    image.draft(1).tell('note', 'lost');
    const draft = image.draft(2);
    draft.tell('note', 'kept');
    expect(draft.events()[0]?.number).toBe(4);
  });
});
