import { describe, expect, it } from 'vitest';
import { createTestMember } from '../../../../test/support/orderStreamFixture.ts';
import { toPacket } from '../../stream/index.ts';
import { createBacklog } from './backlog.ts';

function setUp(limits = { ordersMax: 3, fillsMax: 3 }) {
  const member = createTestMember();
  let full = 0;
  const backlog = createBacklog({
    outbox: member.outbox,
    limits,
    onFull: () => {
      full += 1;
    },
  });
  const news = (message: string) => ({ packet: () => toPacket('error', { message }) });
  const took = () => {
    member.outbox.flush();
    return member.of('error').map(({ message }) => message);
  };
  return { member, backlog, news, took, full: () => full };
}

describe('backlog', () => {
  it('keeps only the newest state of an order, in the order of the newest changes', () => {
    const { backlog, news, took } = setUp();
    backlog.order('a', news('a1'));
    backlog.order('b', news('b2'));
    backlog.fill(news('fill 3'));
    backlog.order('a', news('a4'));
    expect(took()).toEqual(['b2', 'fill 3', 'a4']);
  });

  it('shows an order again when it changes after it was taken', () => {
    const { backlog, news, took } = setUp();
    backlog.order('a', news('a1'));
    took();
    backlog.order('a', news('a2'));
    expect(took()).toEqual(['a1', 'a2']);
  });

  it('keeps every fill', () => {
    const { backlog, news, took, full } = setUp();
    for (const name of ['1', '2', '3']) backlog.fill(news(name));
    expect(took()).toEqual(['1', '2', '3']);
    for (const name of ['4', '5', '6']) backlog.fill(news(name));
    expect(took()).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(full()).toBe(0);
  });

  it('bears any number of changes to as many orders as it may hold', () => {
    const { member, backlog, news, full } = setUp();
    for (let n = 0; n < 100; n += 1) backlog.order(`order ${n % 3}`, news(String(n)));
    expect(full()).toBe(0);
    expect(member.owed.size).toBe(3);
  });

  it.each(['order', 'fill'] as const)(
    'gives up once at one %s too many, and owes nothing',
    (kind) => {
      const { member, backlog, news, took, full } = setUp();
      for (let n = 0; n < 6; n += 1) {
        if (kind === 'order') backlog.order(`order ${n}`, news(String(n)));
        else backlog.fill(news(String(n)));
      }
      expect(full()).toBe(1);
      expect(member.owed.size).toBe(0);
      expect(took()).toEqual([]);
    },
  );

  it('takes back what is owed when closed, and takes nothing more', () => {
    const { backlog, news, took } = setUp();
    backlog.order('a', news('a1'));
    backlog.fill(news('fill 2'));
    backlog.close();
    backlog.order('a', news('a3'));
    backlog.fill(news('fill 4'));
    expect(took()).toEqual([]);
  });
});
