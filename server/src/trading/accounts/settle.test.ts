import { expect, it } from 'vitest';
import {
  accountsOn,
  actor,
  auditOf,
  liveAccount,
  masterKey,
  newAccount,
  otherKey,
  secretSet,
  secretTexts,
} from '../../../test/support/accounts/fixture.ts';
import { eachDatabase } from '../../../test/support/databases/databases.ts';
import { drawCipherKey } from '../../kit/cipher.ts';
import type { Logger } from '../../kit/logger.ts';
import { createSeededRandom } from '../../kit/random.ts';
import type { Secret } from '../../kit/secret.ts';
import { StartError } from '../../kit/startError.ts';
import type { Store } from '../../store/types.ts';
import { settleCredentials } from './settle.ts';

eachDatabase('the start', (database) => {
  /** Starts with these keys; returns what was logged and whether the new key was kept. */
  const start = async (store: Store, keys: { key: Secret; former?: Secret }) => {
    const { accounts, clock, cipher } = accountsOn(store, keys);
    const logged: string[] = [];
    const write = (fields: object, message: string) => {
      logged.push(`${JSON.stringify(fields)} ${message}`);
    };
    const logger: Logger = {
      debug: write,
      info: write,
      warn: write,
      error: write,
      child: () => logger,
    };
    let kept = 0;
    const before = await sealedTexts(store);
    const keep = async () => {
      kept += 1;
      // Texts sealed with a key that is not kept would be lost with it.
      expect(await sealedTexts(store)).toEqual(before);
    };
    const ports = { store, clock, cipher, logger };
    const failure = await settleCredentials({ ...ports, others: [], keep }).then(
      () => undefined,
      (error: unknown) => error,
    );
    return { accounts, cipher, logged, kept, failure };
  };

  const sealedTexts = async (store: Store) => {
    const rows = await store.db
      .selectFrom('exchange_accounts')
      .select(['credentials', 'futures_credentials'])
      .orderBy('id')
      .execute();
    return rows
      .flatMap(({ credentials, futures_credentials }) => [credentials, futures_credentials])
      .filter((text) => text !== null);
  };

  const filled = async () => {
    const store = await database.open();
    const { accounts } = accountsOn(store);
    await accounts.create(liveAccount({ futuresCredentials: secretSet }), actor);
    await accounts.create(liveAccount({ id: 'second' }), actor);
    await accounts.create(newAccount({ id: 'paper' }), actor);
    return store;
  };

  it('changes nothing when the key is the one there was', async () => {
    const store = await filled();
    const before = await sealedTexts(store);
    const { failure, logged, kept } = await start(store, { key: masterKey, former: otherKey });
    expect([failure, logged, kept]).toEqual([undefined, [], 1]);
    expect(await sealedTexts(store)).toEqual(before);
  });

  it('encrypts everything anew with a new key, says how many, and leaves a line', async () => {
    const store = await filled();
    const before = await sealedTexts(store);
    const lines = (await auditOf(store)).length;
    const rolled = await start(store, { key: otherKey, former: masterKey });
    expect([rolled.failure, rolled.kept]).toEqual([undefined, 1]);
    const after = await sealedTexts(store);
    expect(after).toHaveLength(3);
    expect(after.every((text) => text.startsWith(`v1.${rolled.cipher.keyId}.`))).toBe(true);
    expect(rolled.logged.join()).toMatch(/"credentials":3.*WINDLASS_MASTER_KEY_OLD can go now/);
    const audit = await auditOf(store);
    expect(audit.slice(lines)).toMatchObject([
      {
        action: 'master_key.rotated',
        actorId: 'system',
        subject: rolled.cipher.keyId,
        before: { keyIds: [before[0]?.split('.')[1]] },
        after: { keyId: rolled.cipher.keyId, credentials: 3 },
      },
    ]);
    const shown = JSON.stringify([audit, rolled.logged]);
    for (const secret of [...secretTexts, masterKey.reveal(), otherKey.reveal()]) {
      expect(shown).not.toContain(secret);
    }
    const again = await start(store, { key: otherKey });
    expect([again.failure, again.logged]).toEqual([undefined, []]);
    const { main } = await again.accounts.credentialsOf('desk');
    expect(main?.apiSecret?.reveal()).toBe(secretTexts[1]);
  });

  it('stops, changes and keeps nothing, when it does not know the key', async () => {
    const store = await filled();
    const before = await sealedTexts(store);
    const third = drawCipherKey(createSeededRandom('third'));
    for (const keys of [{ key: otherKey }, { key: otherKey, former: third }]) {
      const { failure, kept } = await start(store, keys);
      expect(failure).toBeInstanceOf(StartError);
      expect(String(failure)).toMatch(/credentials of desk and 1 more .*WINDLASS_MASTER_KEY_OLD/);
      expect(String(failure)).not.toContain('\n');
      expect(kept).toBe(0);
    }
    expect(await sealedTexts(store)).toEqual(before);
  });

  it('stops when a stored text was altered, and names it', async () => {
    const store = await filled();
    const [text = ''] = await sealedTexts(store);
    const altered = `${text.slice(0, -8)}${text.at(-8) === 'A' ? 'B' : 'A'}${text.slice(-7)}`;
    await store.db
      .updateTable('exchange_accounts')
      .set({ futures_credentials: altered })
      .where('id', '=', 'second')
      .execute();
    const { failure } = await start(store, { key: otherKey, former: masterKey });
    expect(String(failure)).toMatch(/credentials of second cannot be opened \(altered\)/);
    expect(String(failure)).toContain('set futures_credentials of that row');
    expect((await sealedTexts(store))[0]).toBe(text);
  });

  it('keeps a key that was just made although nothing is stored yet', async () => {
    const { failure, kept } = await start(await database.open(), { key: masterKey });
    expect([failure, kept]).toEqual([undefined, 1]);
  });
});
