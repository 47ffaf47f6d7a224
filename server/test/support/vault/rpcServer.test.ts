import { StrKey } from '@stellar/stellar-sdk/base';
import { Server } from '@stellar/stellar-sdk/rpc';
import { afterEach, expect, it } from 'vitest';
import { loadLedgerSdk } from '../../../src/vault/ledger/ledgerSdk.ts';
import { toXdrKey } from '../../../src/vault/ledger/ledgerXdr.ts';
import { type RpcServer, startRpcServer } from './rpcServer.ts';

const contracts = Array.from({ length: 201 }, (_, index) =>
  StrKey.encodeContract(new Uint8Array(32).fill(index)),
);
const [contract = ''] = contracts;

const servers: RpcServer[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function setUp() {
  const server = await startRpcServer();
  servers.push(server);
  const sdk = await loadLedgerSdk();
  const keys = contracts.map((each) => toXdrKey(sdk, { kind: 'instance', contract: each }));
  return { server, keys, client: new Server(server.url, { allowHttp: true }) };
}

it('answers the SDK’s own client', async () => {
  const { server, keys, client } = await setUp();
  server.setContract(contract, 'stellarAsset');
  server.ledger = 61_000_000;
  const { entries, latestLedger } = await client.getLedgerEntries(...keys.slice(0, 200));
  expect([entries.length, latestLedger]).toEqual([1, 61_000_000]);
  expect((await client.getNetwork()).passphrase).toBe(server.passphrase);
  expect((await client.getHealth()).latestLedger).toBe(61_000_000);
  server.setContract(contract, undefined);
  expect((await client.getLedgerEntries(...keys.slice(0, 1))).entries).toEqual([]);
  expect([server.calls.length, server.keyCount, server.count('getHealth')]).toEqual([4, 201, 1]);
});

it('refuses what a real server refuses', async () => {
  const { keys, client } = await setUp();
  await expect(client.getLedgerEntries(...keys)).rejects.toMatchObject({ code: -32602 });
  const [first] = keys;
  const twice = first ? [first, first] : [];
  await expect(client.getLedgerEntries(...twice)).rejects.toMatchObject({ code: -32603 });
  await expect(client.getFeeStats()).rejects.toMatchObject({ code: -32601 });
});

it('refuses a key that is none, and names its place', async () => {
  const { server, keys } = await setUp();
  const params = { keys: [keys[0]?.toXdr('base64'), 'AAAA'] };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'getLedgerEntries', params });
  const answer = await fetch(server.url, { method: 'POST', body });
  expect(await answer.json()).toEqual({
    jsonrpc: '2.0',
    id: 7,
    error: { code: -32602, message: 'cannot unmarshal key value AAAA at index 1' },
  });
});
