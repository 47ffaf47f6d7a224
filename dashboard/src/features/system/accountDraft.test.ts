import { describe, expect, it } from 'vitest';
import { accountBody, firstDraft, fitDraft, secretFields, toAccount } from './accountDraft.ts';

const live = { ...firstDraft, id: 'live-okx', exchange: 'okx', mode: 'live' } as const;
const fieldsOf = (body: unknown) => {
  const result = accountBody.safeParse(body);
  return result.success ? [] : result.error.issues.map(({ path }) => path.join('.'));
};

describe('an account as it is written', () => {
  it('of paper takes no credentials, whatever was typed before', () => {
    const body = toAccount({ ...firstDraft, id: 'paper-two' }, { api_key: 'typed' }, {});
    expect(body).not.toHaveProperty('credentials');
    expect(body).toMatchObject({ exchange: 'binance', mode: 'paper', daily_limit_usd: 100 });
    expect(fieldsOf(body)).toEqual([]);
  });

  it('of a live one has what its exchange asks for; what is missing is refused by its name', () => {
    const secrets = { api_key: 'k', api_secret: 's', passphrase: 'p', private_key: 'of another' };
    const body = toAccount(live, secrets, {});
    expect(body.credentials).toEqual({ api_key: 'k', api_secret: 's', passphrase: 'p' });
    expect(fieldsOf(body)).toEqual([]);
    expect(fieldsOf(toAccount(live, { api_key: 'k' }, {}))).toEqual([
      'credentials.api_secret',
      'credentials.passphrase',
    ]);
    expect(secretFields('hyperliquid').map(({ field, isOptional }) => [field, isOptional])).toEqual(
      [
        ['wallet_address', false],
        ['private_key', false],
        ['vault_address', true],
      ],
    );
  });

  it('takes the futures set of kraken whole or not at all', () => {
    const kraken = { ...live, exchange: 'kraken' } as const;
    const main = { api_key: 'k', api_secret: 's' };
    expect(toAccount(kraken, main, {}).futures_credentials).toBeUndefined();
    expect(fieldsOf(toAccount(kraken, main, { api_key: 'f' }))).toEqual([
      'futures_credentials.api_secret',
    ]);
  });

  it('names a limit that is no number, and an id that is none', () => {
    const body = toAccount({ ...firstDraft, id: 'A B', dailyLimit: 'much' }, {}, {});
    expect(fieldsOf(body)).toEqual(['exchange_account_id', 'daily_limit_usd']);
  });

  it('goes where its exchange can have it', () => {
    const places = [
      { environment: 'production', regions: ['global', 'eea'] },
      { environment: 'demo', regions: ['global'] },
    ] as const;
    const fit = (changes: object) =>
      fitDraft(
        { ...live, ...changes },
        places.map((place) => ({ ...place, regions: [...place.regions] })),
      );
    expect(fit({ environment: 'testnet', region: 'us' })).toMatchObject({
      environment: 'production',
      region: 'global',
    });
    expect(fit({ environment: 'demo', region: 'eea' })).toMatchObject({ region: 'global' });
    expect(fit({ hedgeMode: true })).toMatchObject({ hedgeMode: false });
  });
});
