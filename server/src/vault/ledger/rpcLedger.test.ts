import { StrKey, xdr } from '@stellar/stellar-sdk/base';
import { describe, expect, it } from 'vitest';
import type { RpcEntriesResult } from '../../../test/support/vault/rpcServer.ts';
import { never, setUpRpcLedger } from '../../../test/support/vault/rpcSetUp.ts';
import { toField, toI128 } from '../../../test/support/vault/rpcState.ts';
import { curatedTokens } from '../tokens/curatedTokens.ts';
import { keyText, type LedgerKey } from './ledgerPort.ts';
import { passphrases } from './passphrases.ts';

const vaults = [
  'CCPOJHNC6ZLO43CU3TX6SXRW5UUSCQ664GCHDFKFY7P6XVUISWGEFQ3F',
  'CAY3FXYTAIPQGUKIYFQI2XN2V7VC3UPDRP6LRHJYE5NF7LDVJVZUOIJ2',
  'CBC3AGWOGHIXBZVNV47VLZTDUWJMFO367MV7DFUIALBJUVCF7NCMOTM7',
] as const;
const [vault, secondVault, thirdVault] = vaults;
const mistyped = 'CCPOJHNC6ZLO43CU3TX6SXRW5UUSCQF64GCHDFKFY7P6XVUISWGEFQ3F';
const tokens = curatedTokens('mainnet').map((token) => token.contract);
const [token = '', otherToken = ''] = tokens;
const instance = (contract: string): LedgerKey => ({ kind: 'instance', contract });
const balance = (held: string, holder: string): LedgerKey => ({
  kind: 'balance',
  token: held,
  holder,
});
const amountMax = 2n ** 127n - 1n;

function holderOf(index: number): string {
  const id = new Uint8Array(32);
  new DataView(id.buffer).setUint32(0, index + 1);
  return StrKey.encodeContract(id);
}

describe('entries', () => {
  it('reads instances and balances of one ledger', async () => {
    const { server, clock, ledger } = await setUpRpcLedger();
    server.ledger = 61_234_567;
    server.setContract(vault, 'wasm');
    server.setContract(token, 'stellarAsset');
    server.setBalance(token, vault, 12_345_678n);
    server.setBalance(otherToken, vault, amountMax);
    const keys = [
      instance(vault),
      instance(token),
      balance(token, vault),
      balance(otherToken, vault),
    ];
    expect(await ledger.entries(keys, never)).toEqual({
      ledger: 61_234_567,
      entries: new Map([
        [vault, { kind: 'instance', executable: 'other' }],
        [token, { kind: 'instance', executable: 'stellarAsset' }],
        [`${token} ${vault}`, { kind: 'balance', amount: 12_345_678n }],
        [`${otherToken} ${vault}`, { kind: 'balance', amount: amountMax }],
      ]),
    });
    expect(server.calls.map((call) => call.keys.length)).toEqual([4]);
    expect(clock.pending()).toBe(0);
  });

  it.each([0n, 1n, 2n ** 63n, 2n ** 64n - 1n, 2n ** 64n, 2n ** 64n + 1n, amountMax])(
    'keeps every digit of %d',
    async (amount) => {
      const { server, ledger } = await setUpRpcLedger();
      server.setBalance(token, vault, amount);
      const { entries } = await ledger.entries([balance(token, vault)], never);
      expect(entries.get(`${token} ${vault}`)).toEqual({ kind: 'balance', amount });
    },
  );

  it('asks the token for the holder, not the holder for the token', async () => {
    const { server, ledger } = await setUpRpcLedger();
    server.setBalance(vault, token, 5n);
    const { entries } = await ledger.entries([balance(token, vault)], never);
    expect(entries.size).toBe(0);
  });

  it('joins by key whatever is missing and in whatever order', async () => {
    const { server, ledger } = await setUpRpcLedger();
    const keys = vaults.flatMap((holder) => [instance(holder), balance(token, holder)]);
    server.setContract(vault, 'wasm');
    server.setBalance(token, secondVault, 2n);
    server.setBalance(token, thirdVault, 3n);
    const reverse = (result: RpcEntriesResult) => ({
      ...result,
      entries: result.entries.toReversed(),
    });
    server.fail({ kind: 'edit', edit: reverse });
    const { entries } = await ledger.entries(keys, never);
    expect(Object.fromEntries(entries)).toEqual({
      [vault]: { kind: 'instance', executable: 'other' },
      [`${token} ${secondVault}`]: { kind: 'balance', amount: 2n },
      [`${token} ${thirdVault}`]: { kind: 'balance', amount: 3n },
    });
  });

  it.each(['wasm', 'externalRef', 'unknown'] as const)(
    'a contract that runs %s exists and is no asset',
    async (executable) => {
      const { server, ledger } = await setUpRpcLedger();
      server.setContract(vault, executable);
      const { entries } = await ledger.entries([instance(vault)], never);
      expect(entries.get(vault)).toEqual({ kind: 'instance', executable: 'other' });
    },
  );

  it('finds the amount among other fields', async () => {
    const { server, ledger } = await setUpRpcLedger();
    const fields = [
      toField('authorized', xdr.ScVal.scvBool(false)),
      toField('frozen', toI128(9n)),
      toField('amount', toI128(7n)),
    ];
    server.setValue(balance(token, vault), xdr.ScVal.scvMap(fields));
    const { entries } = await ledger.entries([balance(token, vault)], never);
    expect(entries.get(`${token} ${vault}`)).toEqual({ kind: 'balance', amount: 7n });
  });

  it.each([
    ['no map', xdr.ScVal.scvU32(7)],
    ['an empty map', xdr.ScVal.scvMap([])],
    ['no amount', xdr.ScVal.scvMap([toField('authorized', xdr.ScVal.scvBool(true))])],
    ['an amount of another type', xdr.ScVal.scvMap([toField('amount', xdr.ScVal.scvU32(7))])],
    [
      'two amounts',
      xdr.ScVal.scvMap([toField('amount', toI128(1n)), toField('amount', toI128(2n))]),
    ],
    ['a negative amount', xdr.ScVal.scvMap([toField('amount', toI128(-1n))])],
  ])('a balance with %s fails the answer', async (_, value) => {
    const { server, ledger } = await setUpRpcLedger();
    server.setBalance(token, secondVault, 5n);
    server.setValue(balance(token, vault), value);
    const keys = [balance(token, secondVault), balance(token, vault)];
    await expect(ledger.entries(keys, never)).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'The mainnet ledger sent an unreadable entry.',
    });
  });

  it('refuses more keys than a call may have, and a key that comes twice', async () => {
    const { server, ledger } = await setUpRpcLedger();
    const keys = tokens.flatMap((held) => vaults.map((holder) => balance(held, holder)));
    const many = [...keys, ...keys.map((key) => ({ ...key }))];
    await expect(ledger.entries(many.slice(0, 100), never)).rejects.toThrow('no ledger key twice');
    const tooMany = Array.from({ length: 201 }, () => instance(vault));
    await expect(ledger.entries(tooMany, never)).rejects.toThrow('at most 200 keys');
    expect(server.calls).toEqual([]);
  });

  it('finds a mistyped address absent without asking for it', async () => {
    const { server, ledger } = await setUpRpcLedger();
    server.setContract(vault, 'wasm');
    const keys = [instance(mistyped), instance(vault), balance(token, mistyped)];
    const { entries } = await ledger.entries(keys, never);
    expect([...entries.keys()]).toEqual([vault]);
    expect(server.keyCount).toBe(1);
  });

  it('knows the ledger even when there is nothing to ask for', async () => {
    const { server, ledger } = await setUpRpcLedger();
    expect(await ledger.entries([instance(mistyped)], never)).toEqual({
      ledger: server.ledger,
      entries: new Map(),
    });
    expect(server.calls.map((call) => call.method)).toEqual(['getHealth']);
  });

  it('takes an entry list of null for an empty one', async () => {
    const { server, ledger } = await setUpRpcLedger();
    server.fail({ kind: 'edit', edit: (result) => ({ ...result, entries: null }) });
    expect((await ledger.entries([instance(vault)], never)).entries.size).toBe(0);
  });
});

describe('passphrase', () => {
  it('is what the network calls itself', async () => {
    const { server, ledger } = await setUpRpcLedger();
    expect(await ledger.passphrase(never)).toBe(passphrases.mainnet);
    server.passphrase = passphrases.testnet;
    expect(await ledger.passphrase(never)).toBe(passphrases.testnet);
  });

  it.each([{}, { passphrase: 7 }, null])('is not read out of %j', async (result) => {
    const { server, ledger } = await setUpRpcLedger();
    server.fail({ kind: 'edit', edit: () => result });
    await expect(ledger.passphrase(never)).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'The mainnet ledger did not name itself.',
    });
  });
});

it('serves many calls of 192 keys', async () => {
  const { server, ledger } = await setUpRpcLedger();
  const holders = Array.from({ length: 12 * 6 }, (_, index) => holderOf(index));
  for (const holder of holders) server.setBalance(token, holder, 1n);
  let amounts = 0n;
  for (let at = 0; at < holders.length; at += 6) {
    const keys = holders
      .slice(at, at + 6)
      .flatMap((holder) => [
        ...tokens.slice(0, 31).map((held) => balance(held, holder)),
        instance(holder),
      ]);
    const { entries } = await ledger.entries(keys, never);
    for (const key of keys) {
      const entry = entries.get(keyText(key));
      if (entry?.kind === 'balance') amounts += entry.amount;
    }
  }
  expect([server.count('getLedgerEntries'), server.keyCount, amounts]).toEqual([12, 12 * 192, 72n]);
});
