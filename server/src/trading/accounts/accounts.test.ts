import { expect, it } from 'vitest';
import {
  accountsOn,
  actor,
  auditOf,
  dump,
  liveAccount,
  newAccount,
  secretTexts,
  venueOf,
} from '../../../test/support/accounts/fixture.ts';
import { eachDatabase } from '../../../test/support/databases/databases.ts';
import { CipherError } from '../../kit/cipher.ts';
import { Secret } from '../../kit/secret.ts';

eachDatabase('exchange accounts', (database) => {
  const open = async (options = {}) => accountsOn(await database.open(), options);

  it('are kept whole, field for field', async () => {
    const { accounts, portfolios, store } = await open();
    await portfolios.create({ id: 'book', name: 'Book' }, actor);
    const whole = newAccount({
      portfolioId: 'book',
      dailyLimitMicroUsd: 999_999_999_123_456,
      portfolioMargin: true,
      feeOverrides: {
        account: { makerBps: -0.5, takerBps: 3.5 },
        tier: 'VIP 2',
        pairs: { 'BTC/USDT': { makerBps: 0, takerBps: 1 } },
      },
      limits: { maxOrderMicroUsd: 5_000_001, priceCollarPct: 2.5, maxOpenOrders: 7 },
      paperBalances: { spot: { USDT: '0.000000000000000001' } },
    });
    const made = await accounts.create(whole, actor);
    expect(made).toMatchObject({
      limits: whole.limits,
      feeOverrides: whole.feeOverrides,
      paperBalances: whole.paperBalances,
    });
    expect(await accounts.find('desk')).toEqual(made);
    expect(await accountsOn(store).accounts.find('desk')).toEqual(made);
    expect(await accounts.list()).toEqual([made]);
  });

  it('keep the position mode that their exchange told, and say so in the audit log once', async () => {
    const { accounts, store } = await open();
    const made = await accounts.create(liveAccount(), actor);
    expect(made.hedgeMode).toBe(false);
    const kept = await accounts.keepModes('desk', { hedgeMode: true }, actor);
    expect(kept).toEqual({ ...made, hedgeMode: true, updatedAtMs: made.updatedAtMs + 1 });
    expect(await accounts.keepModes('desk', { hedgeMode: true }, actor)).toEqual(kept);
    expect(await accountsOn(store).accounts.find('desk')).toEqual(kept);
    const lines = await auditOf(store);
    expect(lines.map(({ action }) => action)).toEqual(['account.created', 'account.updated']);
    expect(lines[1]).toMatchObject({ before: { hedgeMode: false }, after: { hedgeMode: true } });
    await expect(accounts.keepModes('none', { hedgeMode: true }, actor)).rejects.toThrow(
      'not found',
    );
  });

  it('of paper start with the usual balances in every wallet of their venue', async () => {
    const { accounts } = await open();
    const start = async (name: string) => {
      const request = newAccount({ id: name, venue: venueOf(name) });
      return (await accounts.create(request, actor)).paperBalances;
    };
    const coins = { BTC: '10', ETH: '100', SOL: '1000' };
    const dollars = { USDT: '1000000', USDC: '1000000' };
    const both = { ...dollars, ...coins };
    expect(await start('binance')).toEqual({ spot: both, swap: both });
    expect(await start('bybit')).toEqual({ spot: both });
    const kraken = { USD: '1000000', ...both };
    expect(await start('kraken')).toEqual({ spot: kraken, swap: kraken });
    expect(await start('hyperliquid')).toEqual({ swap: { USDC: '1000000' } });
  });

  it('give back the credentials they were given, and to nobody else', async () => {
    const { accounts, store } = await open();
    const futures = { apiKey: new Secret('futures-key'), apiSecret: new Secret('futures-text') };
    await accounts.create(liveAccount({ futuresCredentials: futures }), actor);
    await accounts.create(newAccount({ id: 'paper' }), actor);
    const { main, futures: second } = await accounts.credentialsOf('desk');
    expect(Object.values(main ?? {}).map((secret) => secret.reveal())).toEqual(secretTexts);
    expect(second?.apiSecret?.reveal()).toBe('futures-text');
    expect(await accounts.credentialsOf('paper')).toEqual({ main: undefined, futures: undefined });
    const stored = await dump(store);
    for (const text of [...secretTexts, 'futures-key', 'futures-text']) {
      expect(stored).not.toContain(text);
      expect(stored).not.toContain(Buffer.from(text).toString('base64url').slice(0, 12));
    }
  });

  it('do not open with what belongs to another account or column', async () => {
    const { accounts, store } = await open();
    await accounts.create(liveAccount(), actor);
    await accounts.create(liveAccount({ id: 'other' }), actor);
    const table = () => store.db.updateTable('exchange_accounts');
    const [own] = await store.db.selectFrom('exchange_accounts').selectAll().execute();
    await table()
      .set({ credentials: own?.credentials ?? '' })
      .where('id', '=', 'other')
      .execute();
    await table()
      .set({ futures_credentials: own?.credentials ?? '' })
      .where('id', '=', 'desk')
      .execute();
    const fresh = accountsOn(store).accounts;
    await expect(fresh.credentialsOf('other')).rejects.toThrow(CipherError);
    await expect(fresh.credentialsOf('desk')).rejects.toMatchObject({ fault: 'altered' });
  });

  it('change what is given and keep the rest', async () => {
    const { accounts, clock } = await open();
    const made = await accounts.create(
      liveAccount({ limits: { maxOrderMicroUsd: 9, maxOpenOrders: 3 } }),
      actor,
    );
    await clock.advance(5);
    const limited = await accounts.change('desk', { limits: { maxOpenOrders: null } }, actor);
    expect(limited).toEqual({
      ...made,
      limits: { maxOrderMicroUsd: 9, priceCollarPct: 5, maxOpenOrders: undefined },
      updatedAtMs: made.updatedAtMs + 5,
    });
    expect((await accounts.credentialsOf('desk')).main?.apiKey?.reveal()).toBe(secretTexts[0]);
    const replaced = await accounts.change(
      'desk',
      { credentials: { apiKey: new Secret('new') }, futuresCredentials: {} },
      actor,
    );
    expect(replaced).toMatchObject({
      hasFuturesCredentials: true,
      credentialsAtMs: made.updatedAtMs + 6,
      updatedAtMs: made.updatedAtMs + 6,
    });
    const { main } = await accounts.credentialsOf('desk');
    expect(Object.keys(main ?? {})).toEqual(['apiKey']);
    const bare = await accounts.change('desk', { futuresCredentials: null }, actor);
    expect(bare).toMatchObject({ hasCredentials: true, hasFuturesCredentials: false });
    expect((await accounts.credentialsOf('desk')).futures).toBeUndefined();
  });

  it('leave a line in the audit log with every change, without secrets', async () => {
    const { accounts, store } = await open();
    const made = await accounts.create(liveAccount(), actor);
    const changed = await accounts.change(
      'desk',
      { credentials: { apiKey: new Secret('rolled-key') }, dailyLimitMicroUsd: 5 },
      actor,
    );
    await accounts.halt(undefined, actor);
    await accounts.halt(['desk'], actor);
    await accounts.resume(['desk'], actor);
    await accounts.remove('desk', actor);
    const lines = await auditOf(store);
    const json = (value: unknown) => JSON.parse(JSON.stringify(value));
    expect(lines.map(({ action }) => action)).toEqual([
      'account.created',
      'account.updated',
      'account.halted',
      'account.resumed',
      'account.removed',
    ]);
    expect(lines.every(({ subject, actorId }) => subject === 'desk' && actorId === 'key-1')).toBe(
      true,
    );
    expect(lines[0]).toMatchObject({
      before: null,
      after: { ...json(made), replaced: ['credentials'] },
    });
    expect(lines[1]).toMatchObject({
      before: json(made),
      after: { ...json(changed), replaced: ['credentials'] },
    });
    expect(lines[2]).toMatchObject({ before: { halted: false }, after: { halted: true } });
    expect(JSON.stringify(lines)).not.toMatch(/plain-|rolled-key|v1\./);
  });

  it('keep the mode of their id for ever, also when they are made again', async () => {
    const { accounts } = await open();
    await accounts.create(newAccount(), actor);
    await accounts.remove('desk', actor);
    const refused = accounts.create(liveAccount(), actor);
    await expect(refused).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'desk was a paper account and stays one. Choose another id.',
    });
    await accounts.create(liveAccount({ id: 'tried', environment: 'demo', region: 'eea' }), actor);
    await accounts.remove('tried', actor);
    await expect(accounts.create(liveAccount({ id: 'tried' }), actor)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'tried was a live account in demo, eea and stays one. Choose another id.',
    });
    // A refused account left nothing behind.
    expect(await accounts.list()).toEqual([]);
    expect((await accounts.create(newAccount(), actor)).mode).toBe('paper');
    await accounts.create(liveAccount({ id: 'real' }), actor);
    await accounts.remove('real', actor);
    await expect(accounts.create(newAccount({ id: 'real' }), actor)).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  it('are halted and resumed by name, or all', async () => {
    const { accounts, store } = await open();
    for (const id of ['a1', 'b2', 'c3']) await accounts.create(newAccount({ id }), actor);
    const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);
    const one = await accounts.halt(['b2'], actor);
    expect([ids(one.accounts), ids(one.changed)]).toEqual([['b2'], ['b2']]);
    expect((await accounts.find('b2')).halted).toBe(true);
    expect(['b2', 'none'].map(accounts.isHalted)).toEqual([true, false]);
    const all = await accounts.halt(undefined, actor);
    expect([ids(all.accounts), ids(all.changed)]).toEqual([
      ['a1', 'b2', 'c3'],
      ['a1', 'c3'],
    ]);
    const none = await accounts.resume([], actor);
    expect([none.accounts, none.changed]).toEqual([[], []]);
    await accounts.resume(['c3', 'a1'], actor);
    const fresh = await accountsOn(store).accounts.list();
    expect(fresh.map(({ halted }) => halted)).toEqual([false, true, false]);
  });

  it('are refused twice, without their portfolio, and when they are not there', async () => {
    const { accounts, store } = await open();
    await accounts.create(newAccount(), actor);
    await expect(accounts.create(newAccount(), actor)).rejects.toMatchObject({
      code: 'ACCOUNT_EXISTS',
    });
    const noPortfolio = {
      code: 'VALIDATION_FAILED',
      issues: [{ field: 'portfolio_id', message: 'portfolio_id names no portfolio', value: 'x' }],
    };
    const orphan = newAccount({ id: 'orphan', portfolioId: 'x' });
    await expect(accounts.create(orphan, actor)).rejects.toMatchObject(noPortfolio);
    const move = accounts.change('desk', { portfolioId: 'x' }, actor);
    await expect(move).rejects.toMatchObject(noPortfolio);
    for (const verb of [
      () => accounts.find('nobody'),
      () => accounts.credentialsOf('nobody'),
      () => accounts.change('nobody', {}, actor),
      () => accounts.remove('nobody', actor),
    ]) {
      await expect(verb()).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
    }
    expect(await auditOf(store)).toHaveLength(1);
  });

  it('stay while something needs them', async () => {
    let objection: string | undefined = 'The account has 2 open orders. Cancel them first.';
    const { accounts } = await open({ canRemove: async () => objection });
    await accounts.create(newAccount(), actor);
    await expect(accounts.remove('desk', actor)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: objection,
    });
    objection = undefined;
    await accounts.remove('desk', actor);
    expect(await accounts.list()).toEqual([]);
  });

  it('keep portfolio margin while orders are live, which are at other endpoints', async () => {
    let live = 2;
    const { accounts } = await open({ countLive: async () => live });
    await accounts.create(liveAccount({ venue: venueOf('binance') }), actor);
    const change = (portfolioMargin: boolean) =>
      accounts.change('desk', { portfolioMargin }, actor);
    await expect(change(true)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('has 2 orders'),
    });
    expect(await change(false)).toMatchObject({ portfolioMargin: false });
    expect((await accounts.find('desk')).portfolioMargin).toBe(false);
    live = 0;
    expect(await change(true)).toMatchObject({ portfolioMargin: true });
  });

  it('show changes of another process within five seconds', async () => {
    const { accounts, clock, store } = await open();
    await accounts.create(newAccount(), actor);
    await accounts.find('desk');
    await accountsOn(store).accounts.halt(undefined, actor);
    await clock.advance(4_999);
    expect((await accounts.find('desk')).halted).toBe(false);
    await clock.advance(1);
    expect((await accounts.find('desk')).halted).toBe(true);
  });

  it('keep every change when many come at once', async () => {
    const { accounts } = await open();
    await accounts.create(newAccount(), actor);
    await Promise.all([
      accounts.change('desk', { dailyLimitMicroUsd: 7 }, actor),
      accounts.change('desk', { limits: { maxOpenOrders: 5 } }, actor),
      accounts.halt(undefined, actor),
      accounts.change('desk', { limits: { priceCollarPct: 1 } }, actor),
    ]);
    expect(await accounts.find('desk')).toMatchObject({
      dailyLimitMicroUsd: 7,
      limits: { maxOpenOrders: 5, priceCollarPct: 1 },
      halted: true,
    });
  });

  it('number at most 500', async () => {
    const { accounts, store } = await open();
    await accounts.create(newAccount(), actor);
    const [row] = await store.db.selectFrom('exchange_accounts').selectAll().execute();
    if (!row) throw new Error('There is no row.');
    const rows = Array.from({ length: 499 }, (_, n) => ({ ...row, id: `more-${n}` }));
    for (let at = 0; at < rows.length; at += 50) {
      await store.db
        .insertInto('exchange_accounts')
        .values(rows.slice(at, at + 50))
        .execute();
    }
    await expect(accounts.create(newAccount({ id: 'last' }), actor)).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });
});

eachDatabase('portfolios', (database) => {
  it('are kept, renamed and removed, each with its line', async () => {
    const { portfolios, clock, store } = accountsOn(await database.open());
    const made = await portfolios.create({ id: 'book', name: 'Book' }, actor);
    await clock.advance(3);
    const renamed = await portfolios.rename('book', 'Ledger', actor);
    expect(renamed).toEqual({ ...made, name: 'Ledger', updatedAtMs: made.createdAtMs + 3 });
    expect([await portfolios.find('book'), await portfolios.list()]).toEqual([renamed, [renamed]]);
    await portfolios.remove('book', actor);
    expect(await portfolios.list()).toEqual([]);
    expect(
      (await auditOf(store)).map(({ action, before, after }) => [action, before, after]),
    ).toEqual([
      ['portfolio.created', null, made],
      ['portfolio.updated', made, renamed],
      ['portfolio.removed', renamed, null],
    ]);
  });

  it('are refused twice, while they have accounts, and when they are not there', async () => {
    const { portfolios, accounts } = accountsOn(await database.open());
    await portfolios.create({ id: 'book', name: 'Book' }, actor);
    const again = portfolios.create({ id: 'book', name: 'Other' }, actor);
    await expect(again).rejects.toMatchObject({ code: 'PORTFOLIO_EXISTS' });
    await accounts.create(newAccount({ portfolioId: 'book' }), actor);
    await expect(portfolios.remove('book', actor)).rejects.toMatchObject({ code: 'CONFLICT' });
    await accounts.change('desk', { portfolioId: null }, actor);
    await portfolios.remove('book', actor);
    for (const verb of [
      () => portfolios.find('book'),
      () => portfolios.rename('book', 'x', actor),
      () => portfolios.remove('book', actor),
    ]) {
      await expect(verb()).rejects.toMatchObject({ code: 'PORTFOLIO_NOT_FOUND' });
    }
  });
});
