import { request as sendRequest } from 'node:http';
import { expect, it } from 'vitest';
import { adminKey } from '../support/app/testApp.ts';
import { failure, pathOf } from '../support/vault/holdingsApp.ts';
import { contractsOf, eachLedgerApp, type OpenLedgerApp } from '../support/vault/ledgerApp.ts';

const bulkPath = pathOf('refreshAllHoldings');
const vaultCount = 60;
const headers = { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' };

/** Opens an app whose ledger has fallen silent after it was read once. */
async function openSilent(open: OpenLedgerApp) {
  const app = await open();
  const vaults = await app.makeMany(vaultCount);
  const [vault] = vaults;
  if (!vault) throw new Error('Some were made.');
  expect((await app.post(bulkPath)).status).toBe(200);
  app.mainnet.faultOf = () => ({ kind: 'hang' });
  const paths = { single: pathOf('refreshHoldings', vault.id), bulk: bulkPath };
  /** Calls that a run sends at once before it waits. */
  const sent = { single: 1, bulk: 4 };
  return { ...app, vaults, paths, sent };
}

async function overSocket(url: string) {
  const answer = await fetch(url, {
    method: 'POST',
    headers,
    body: '{"forceUpdate":true}',
  });
  return { status: answer.status, json: await answer.json() };
}

eachLedgerApp('stopping the app', (open) => {
  it('answers 503 to refreshes under way, and waits for no ledger', async () => {
    const { app, post, paths, mainnet, clock, sent } = await openSilent(open);
    const address = await app.listen();
    const [calls, waiting] = [mainnet.calls.length, clock.pending()];
    const running = [
      post(paths.bulk, { forceUpdate: true }),
      post(paths.single, { forceUpdate: true }),
      overSocket(address + paths.bulk),
    ];
    await mainnet.arrived(calls + sent.bulk);
    // All three, not only the first: a request that still reads its key or its vault would find the
    // database closed, and report that. Each call that is sent or waits has a deadline.
    const underway = sent.bulk + sent.single + sent.bulk;
    while (clock.pending() < waiting + underway) await clock.yield();
    // The clock stands still: nothing that stops waits for a deadline.
    await app.stop();
    expect(clock.pending()).toBe(0);
    for (const { status, json } of await Promise.all(running)) {
      expect([status, json]).toEqual([503, failure('The service is shutting down.')]);
    }
    while (mainnet.pendingCount > 0) await clock.yield();
  });
});

eachLedgerApp('a client that hangs up', (open) => {
  it.each(['single', 'bulk'] as const)('ends its %s refresh', async (kind) => {
    const silent = await openSilent(open);
    const { app, post, paths, mainnet, clock } = silent;
    const address = await app.listen();
    const waiting = clock.pending();
    // Once more than the maximum number of runs at once: each must have released its place.
    for (let round = 0; round < 3; round += 1) {
      const calls = mainnet.calls.length;
      const outgoing = sendRequest(address + paths[kind], { method: 'POST', headers });
      const hungUp = new Promise((resolve) => outgoing.on('error', resolve));
      outgoing.end('{"forceUpdate":true}');
      await mainnet.arrived(calls + silent.sent[kind]);
      expect(clock.pending()).toBeGreaterThan(waiting);
      outgoing.destroy();
      await hungUp;
      // Calls end, with their deadlines, though no time passes.
      while (mainnet.pendingCount > 0 || clock.pending() > waiting) await clock.yield();
      expect(mainnet.calls.length).toBe(calls + silent.sent[kind]);
    }
    mainnet.faultOf = undefined;
    const { status, json } = await post(bulkPath, { forceUpdate: true });
    expect([status, json.data.totalTokensUpdated]).toEqual([
      200,
      vaultCount * contractsOf('mainnet').length,
    ]);
  });
});
