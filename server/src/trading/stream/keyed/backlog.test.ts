import { describe, expect, it } from 'vitest';
import { createTestMember } from '../../../../test/support/streams/member.ts';
import { toPacket } from '../index.ts';
import { createBacklog } from './backlog.ts';

function setUp(limits = { statesMax: 3, eventsMax: 3 }) {
  const member = createTestMember();
  let full = 0;
  const backlog = createBacklog({
    outbox: member.outbox,
    limits,
    onFull: () => {
      full += 1;
    },
  });
  const news = (message: string) => ({ packetFor: () => toPacket('error', { message }) });
  const took = () => {
    member.outbox.flush();
    return member.of('error').map(({ message }) => message);
  };
  return { member, backlog, news, took, full: () => full };
}

describe('backlog', () => {
  it('keeps only the newest state of a thing, in the order of the newest changes', () => {
    const { backlog, news, took } = setUp();
    backlog.state('a', news('a1'));
    backlog.state('b', news('b2'));
    backlog.event(news('fill 3'));
    backlog.state('a', news('a4'));
    expect(took()).toEqual(['b2', 'fill 3', 'a4']);
  });

  it('shows a thing again when it changes after it was taken', () => {
    const { backlog, news, took } = setUp();
    backlog.state('a', news('a1'));
    took();
    backlog.state('a', news('a2'));
    expect(took()).toEqual(['a1', 'a2']);
  });

  it('keeps every event', () => {
    const { backlog, news, took, full } = setUp();
    for (const name of ['1', '2', '3']) backlog.event(news(name));
    expect(took()).toEqual(['1', '2', '3']);
    for (const name of ['4', '5', '6']) backlog.event(news(name));
    expect(took()).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(full()).toBe(0);
  });

  it('bears any number of changes to as many things as it may hold', () => {
    const { member, backlog, news, full } = setUp();
    for (let n = 0; n < 100; n += 1) backlog.state(`order ${n % 3}`, news(String(n)));
    expect(full()).toBe(0);
    expect(member.owed.size).toBe(3);
  });

  it.each(['state', 'event'] as const)(
    'gives up once at one %s too many, and owes nothing',
    (kind) => {
      const { member, backlog, news, took, full } = setUp();
      for (let n = 0; n < 6; n += 1) {
        if (kind === 'state') backlog.state(`order ${n}`, news(String(n)));
        else backlog.event(news(String(n)));
      }
      expect(full()).toBe(1);
      expect(member.owed.size).toBe(0);
      expect(took()).toEqual([]);
    },
  );

  it('takes back what is owed when closed, and takes nothing more', () => {
    const { backlog, news, took } = setUp();
    backlog.state('a', news('a1'));
    backlog.event(news('fill 2'));
    backlog.close();
    backlog.state('a', news('a3'));
    backlog.event(news('fill 4'));
    expect(took()).toEqual([]);
  });
});
