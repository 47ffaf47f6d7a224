import { describe, expect, it } from 'vitest';
import { databasePerTest } from '../../../test/support/databases/databases.ts';
import { silentLogger } from '../../../test/support/silentLogger.ts';
import { openStore } from '../index.ts';

describe('opening a PostgreSQL database', () => {
  const database = databasePerTest('postgres');

  const openAt = (change: (url: URL) => void) => {
    const url = new URL(database.place().databaseUrl ?? '');
    change(url);
    return openStore({ dataDir: ':memory:', databaseUrl: url.href, logger: silentLogger });
  };

  it('says which database cannot be used, without its password', async () => {
    const opening = openAt((url) => {
      url.pathname = '/nowhere';
      url.password = 'secret';
    });
    await expect(opening).rejects.toThrow(
      /^Cannot use the database 127\.0\.0\.1:\d+\/nowhere: database "nowhere" does not exist$/,
    );
  });

  it('is refused when the server acknowledges before it has written', async () => {
    const opening = openAt((url) => {
      url.searchParams.set('options', '-c synchronous_commit=off');
    });
    await expect(opening).rejects.toThrow('synchronous_commit is off');
  });
});
