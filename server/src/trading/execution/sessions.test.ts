import { expect, it } from 'vitest';
import { createManualClock } from '../../../test/support/manualClock.ts';
import { accountOf } from '../../../test/support/paper/fixture.ts';
import { soleLease } from '../../kit/lease.ts';
import type { Account } from '../model/account.ts';
import type { VenueConnector, VenueSession } from '../venues/venuePort.ts';
import { createSessions } from './sessions.ts';

const account = accountOf('binance');
const after = (ms: number, changes: Partial<Account> = {}): Account => ({
  ...account,
  updatedAtMs: account.updatedAtMs + ms,
  ...changes,
});

it('tells an open session of each change once, the newest last', () => {
  const heard: string[] = [];
  const connector: VenueConnector = {
    open({ updatedAtMs }) {
      heard.push(`open ${updatedAtMs - account.updatedAtMs}`);
      const renew = (next: Account) =>
        heard.push(`renew ${next.updatedAtMs - account.updatedAtMs}`);
      return { renew, close: async () => undefined } as unknown as VenueSession;
    },
  };
  const sessions = createSessions({
    clock: createManualClock(),
    lease: soleLease,
    connectorOf: () => connector,
    eventsOf: () => ({ order: () => undefined, fill: () => undefined }),
  });
  sessions.of(account);
  sessions.of(account);
  sessions.of(after(2));
  // These accounts were read before the change and are used after it.
  sessions.of(after(1));
  sessions.at(after(2));
  sessions.at(after(3));
  sessions.of(after(4, { credentialsAtMs: 4 }));
  expect(heard).toEqual(['open 0', 'renew 2', 'renew 3', 'open 4']);
});
