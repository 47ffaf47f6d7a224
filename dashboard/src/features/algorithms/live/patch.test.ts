import { describe, expect, it } from 'vitest';
import { algorithm, at, child, line } from '../../../../test/support/fakeAlgorithm.ts';
import { patchLine, patchList, patchUpdate } from './patch.ts';

const { child_orders: _c, events: _e, tca: _t, ...plain } = algorithm();
const update = { ...plain, status: 'PAUSED', updated_at: at(5), sequence: 7 } as const;
const list = { total: 2, page: 0, size: 20, orders: [plain, { ...plain, order_id: 'algo-2' }] };

describe('what the stream tells of an algorithm', () => {
  it('replaces its row and leaves the others and their order', () => {
    const { orders } = patchList(list, update);
    expect(orders.map(({ order_id: id, status }) => [id, status])).toEqual([
      ['algo-1', 'PAUSED'],
      ['algo-2', 'RUNNING'],
    ]);
    expect(orders[0]).not.toHaveProperty('sequence');
  });

  it('leaves the list as it is where the row is newer or not there', () => {
    const newer = { ...list, orders: [{ ...plain, updated_at: at(6) }] };
    expect(patchList(newer, update)).toBe(newer);
    expect(patchList(list, { ...update, order_id: 'other' })).toBe(list);
  });

  it('replaces the figures of the details, and keeps children, history and costs', () => {
    const details = algorithm({ child_orders: [child()], events: [line(1, 'started', 0)] });
    const patched = patchUpdate(details, update);
    expect(patched).toMatchObject({ status: 'PAUSED', updated_at: at(5) });
    expect(patched.child_orders).toBe(details.child_orders);
    const newer = { ...details, updated_at: at(6) };
    expect(patchUpdate(newer, update)).toBe(newer);
    expect(patchUpdate(details, { ...update, order_id: 'other' })).toBe(details);
  });

  it('adds each line of the history once', () => {
    const details = algorithm({ events: [line(1, 'started', 0)] });
    const told = { ...line(2, 'paused', 5), order_id: 'algo-1', sequence: 8 };
    const patched = patchLine(details, told);
    expect(patched.events).toEqual([line(1, 'started', 0), line(2, 'paused', 5)]);
    expect(patchLine(patched, told)).toBe(patched);
    expect(patchLine(details, { ...told, order_id: 'other' })).toBe(details);
  });
});
