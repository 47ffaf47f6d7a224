import { type vaultEndpoints, vaultSchema } from '@windlass/contract';
import { expect, it } from 'vitest';
import type { TestAnswer } from '../support/app/testApp.ts';
import {
  account,
  eachVaultApp,
  expectRefused,
  newAddress,
  vaultBody,
} from '../support/vault/app.ts';

/** Endpoints of the suites below, by the name of their client method. */
type Name = keyof typeof vaultEndpoints;
const name = (endpoint: Name): Name => endpoint;

const path = '/api/vaults';
const unknownId = 'f'.repeat(24);
const nameError = 'Vault name must be between 2 and 100 characters';
const addressError = 'Invalid Stellar address format';
const sizeError = 'Maximum trade size must be between 0 and 100';
const slippageError = 'Slippage tolerance must be between 0 and 100';
const dailyError = 'Daily trade limit must be an integer between 0 and 1000000';
const ledgerError = 'Creation ledger must be a positive integer';
const flagError = 'Trade permission must be a boolean';
const idIssue = (value: string) => ({
  field: 'id',
  message: 'Must be a valid MongoDB ObjectId',
  value,
});

function expectNotFound(answer: TestAnswer, message = 'Vault not found'): void {
  expect(answer.status).toBe(404);
  expect(answer.json).toEqual({ success: false, message });
}

eachVaultApp(name('createVault'), (vaults) => {
  it('answers 201 with the vault and its defaults when it may not trade', async () => {
    const body = vaultBody();
    const answer = await vaults.post(path, body);
    expect(answer.status).toBe(201);
    const { data } = answer.json;
    expect(answer.json).toEqual({
      success: true,
      message: 'Storage vault created successfully',
      data: {
        ...body,
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        creationLedger: null,
        tradePermission: false,
        maxTradeSize: 0,
        dailyTradeLimit: 0,
        slippageTolerance: 1,
        creationDate: new Date(vaults.app().clock.now()).toISOString(),
        createdAt: data.creationDate,
        updatedAt: data.creationDate,
      },
    });
    expect(Object.keys(data).sort()).toEqual(Object.keys(vaultSchema.shape).sort());
    expect((await vaults.get(`${path}/${data.id}`)).json.data).toEqual(data);
  });

  it('answers otherwise when it may trade, and takes every setting', async () => {
    const body = vaultBody({
      creationLedger: 4_294_967_295,
      tradePermission: true,
      maxTradeSize: 12.5,
      dailyTradeLimit: 1_000_000,
      slippageTolerance: 0.000001,
    });
    const answer = await vaults.post(path, body);
    expect(answer.json).toMatchObject({ message: 'Vault created successfully', data: body });
    expect((await vaults.get(`${path}/${answer.json.data.id}`)).json.data).toMatchObject(body);
    const bare = await vaults.make({ tradePermission: true });
    const settings = { maxTradeSize: 0, dailyTradeLimit: 0, slippageTolerance: 1 };
    expect(bare).toMatchObject({ tradePermission: true, ...settings });
  });

  it('ignores fields it does not know and those it sets itself', async () => {
    const answer = await vaults.post(path, { ...vaultBody(), id: unknownId, createdAt: 'x', y: 1 });
    expect(answer.status).toBe(201);
    expect(answer.json.data.id).not.toBe(unknownId);
    expect(answer.json.data).not.toHaveProperty('y');
  });

  it('names every bad field at once, with what was given', async () => {
    const body = {
      vaultName: 'x',
      vaultOwner: newAddress(),
      vaultAddress: account('NOBODY'),
      creationLedger: 1.5,
      tradePermission: 'true',
      maxTradeSize: 100.1,
      dailyTradeLimit: -1,
      slippageTolerance: '1',
    };
    const messages = {
      vaultName: nameError,
      vaultOwner: addressError,
      vaultAddress: addressError,
      creationLedger: ledgerError,
      tradePermission: flagError,
      maxTradeSize: sizeError,
      dailyTradeLimit: dailyError,
      slippageTolerance: slippageError,
    };
    expectRefused(
      await vaults.post(path, body),
      'Validation failed',
      Object.entries(messages).map(([field, message]) => {
        return { field, message, value: body[field as keyof typeof body] };
      }),
    );
  });

  it.each([{}, undefined, ''])(
    'names what is missing from %o with the value null',
    async (body) => {
      expectRefused(await vaults.post(path, body), 'Validation failed', [
        { field: 'vaultName', message: nameError, value: null },
        { field: 'vaultOwner', message: addressError, value: null },
        { field: 'vaultAddress', message: addressError, value: null },
      ]);
    },
  );

  it.each<[string, unknown, string]>([
    ['vaultName', 'x', nameError],
    ['vaultName', '   x   ', nameError],
    ['vaultName', 'n'.repeat(101), nameError],
    ['vaultName', 12345, nameError],
    ['vaultName', null, nameError],
    ['vaultName', ['ab'], nameError],
    ['vaultName', 'a\0b', 'Vault name must not contain a NUL character'],
    ['vaultName', 'ab\ud800', 'Vault name must be valid Unicode text'],
    ['vaultOwner', account('a').slice(1), addressError],
    ['vaultOwner', `${account('a')}A`, addressError],
    ['vaultOwner', account('a').toLowerCase(), addressError],
    ['vaultOwner', account('1'), addressError],
    ['vaultOwner', null, addressError],
    ['vaultAddress', `${newAddress()}\n`, addressError],
    ['vaultAddress', 7, addressError],
    ['vaultAddress', { $ne: '' }, addressError],
    ['creationLedger', 0, ledgerError],
    ['creationLedger', -1, ledgerError],
    ['creationLedger', 4_294_967_296, ledgerError],
    ['creationLedger', '5', ledgerError],
    ['creationLedger', null, ledgerError],
    ['tradePermission', 1, flagError],
    ['tradePermission', null, flagError],
    ['maxTradeSize', -0.1, sizeError],
    ['maxTradeSize', 101, sizeError],
    ['maxTradeSize', '5', sizeError],
    ['maxTradeSize', null, sizeError],
    ['dailyTradeLimit', 1.5, dailyError],
    ['dailyTradeLimit', 1_000_001, dailyError],
    ['dailyTradeLimit', null, dailyError],
    ['slippageTolerance', 100.5, slippageError],
    ['slippageTolerance', -1, slippageError],
    ['slippageTolerance', null, slippageError],
  ])('refuses %s %j', async (field, value, message) => {
    const answer = await vaults.post(path, vaultBody({ [field]: value }));
    // Half a surrogate pair comes back in the form that text can carry.
    const echoed = typeof value === 'string' ? JSON.parse(JSON.stringify(value)) : value;
    expectRefused(answer, 'Validation failed', [{ field, message, value: echoed }]);
  });

  it.each([
    ['two characters', 'ab'],
    ['a hundred that take more than one unit', '😀'.repeat(100)],
    ['spaces around that go', '  Über % _ \\ \' " <b> -- Tresor  '],
  ])('takes a name of %s', async (_what, vaultName) => {
    expect((await vaults.make({ vaultName })).vaultName).toBe(vaultName.trim());
  });

  it('takes the bounds of every setting', async () => {
    const high = { maxTradeSize: 100, dailyTradeLimit: 0, slippageTolerance: 100 };
    expect(await vaults.make(high)).toMatchObject(high);
    const low = { maxTradeSize: 0, slippageTolerance: 0, creationLedger: 1 };
    expect(await vaults.make(low)).toMatchObject(low);
  });

  it.each([
    ['an array', '[]', 400, 'Validation failed'],
    ['a text', '"vault"', 400, 'Validation failed'],
    ['a number', '1', 400, 'Validation failed'],
    ['a poisoned prototype', '{"__proto__":{"admin":true}}', 400, 'not valid JSON'],
    ['a poisoned constructor', '{"constructor":{"prototype":{"a":1}}}', 400, 'not valid JSON'],
    ['half a body', '{"vaultName":"Tre', 400, 'not valid JSON'],
    ['a number beyond numbers', '{"maxTradeSize":1e400}', 400, 'Validation failed'],
    ['more than a megabyte', `"${'x'.repeat(1_048_577)}"`, 413, 'too large'],
  ])('refuses a body that is %s', async (_what, body, status, message) => {
    const answer = await vaults.post(path, body);
    expect(answer.status).toBe(status);
    expect(answer.json).toMatchObject({
      success: false,
      message: expect.stringContaining(message),
    });
  });

  it('takes a body of almost a megabyte, and repeats little of it', async () => {
    const padded = { ...vaultBody(), note: 'x'.repeat(1_000_000) };
    expect((await vaults.post(path, padded)).status).toBe(201);
    const refused = await vaults.post(path, vaultBody({ vaultName: 'x'.repeat(1_000_000) }));
    expectRefused(refused, 'Validation failed');
    expect(refused.text.length).toBeLessThan(1_000);
  });

  it('answers 409 to an address that is taken', async () => {
    const { vaultAddress } = await vaults.make();
    const answer = await vaults.post(path, vaultBody({ vaultAddress, vaultOwner: account('X') }));
    expect(answer.status).toBe(409);
    expect(answer.json).toEqual({
      success: false,
      message: 'Vault with this address already exists',
      errors: [
        { field: 'vaultAddress', message: 'Vault address must be unique', value: vaultAddress },
      ],
    });
  });

  it('gives an address to one of several that want it at once', async () => {
    const body = vaultBody();
    const answers = await Promise.all(Array.from({ length: 5 }, () => vaults.post(path, body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  it('frees the address when the vault is deleted', async () => {
    const { id, vaultAddress } = await vaults.make();
    await vaults.remove(`${path}/${id}`);
    expect((await vaults.make({ vaultAddress })).id).not.toBe(id);
  });
});

eachVaultApp('one vault', (vaults) => {
  it(`${name('getVault')} finds it by its id in any case`, async () => {
    const made = await vaults.make();
    const answer = await vaults.get(`${path}/${made.id.toUpperCase()}`);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      success: true,
      message: 'Vault retrieved successfully',
      data: made,
    });
  });

  it(`${name('getVaultByAddress')} finds it by its address`, async () => {
    const made = await vaults.make();
    const answer = await vaults.get(`${path}/by-address/${made.vaultAddress}`);
    expect(answer.json).toEqual({
      success: true,
      message: 'Vault retrieved successfully',
      data: made,
    });
    expectNotFound(
      await vaults.get(`${path}/by-address/${newAddress()}`),
      'Vault not found with the specified address',
    );
  });

  it.each(['CABC', account('A'), 'x'.repeat(300)])('refuses the address %s', async (address) => {
    const answer = await vaults.get(`${path}/by-address/${address}`);
    const message = "Must be a valid Stellar contract address starting with 'C'";
    const value = address.length > 200 ? expect.stringContaining('(cut)') : address;
    expectRefused(answer, addressError, [{ field: 'address', message, value }]);
  });

  it.each(['123', 'g'.repeat(24), 'a'.repeat(25), "' or 1=1"])(
    'is refused everywhere under the id %s',
    async (id) => {
      const url = `${path}/${encodeURIComponent(id)}`;
      const answers = [
        await vaults.get(url),
        await vaults.put(url, {}),
        await vaults.remove(url),
        await vaults.patch(`${url}/toggle-trade`, { tradePermission: false }),
      ];
      for (const answer of answers) {
        expectRefused(answer, 'Invalid vault ID format', [idIssue(id)]);
      }
    },
  );

  it('is not found under an id nobody has', async () => {
    const url = `${path}/${unknownId}`;
    expectNotFound(await vaults.get(url));
    expectNotFound(await vaults.put(url, { vaultName: 'Other' }));
    expectNotFound(await vaults.remove(url));
    expectNotFound(await vaults.patch(`${url}/toggle-trade`, { tradePermission: false }));
  });

  it(`${name('updateVault')} changes what may change and ignores the rest`, async () => {
    const made = await vaults.make({ creationLedger: 5 });
    await vaults.app().clock.advance(1_000);
    const change = {
      vaultName: ' Reserve ',
      tradePermission: true,
      maxTradeSize: 7.25,
      dailyTradeLimit: 9,
      slippageTolerance: 0,
    };
    const answer = await vaults.put(`${path}/${made.id}`, {
      ...change,
      creationLedger: 99,
      id: unknownId,
    });
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      success: true,
      message: 'Vault updated successfully',
      data: {
        ...made,
        ...change,
        vaultName: 'Reserve',
        updatedAt: new Date(vaults.app().clock.now()).toISOString(),
      },
    });
    expect((await vaults.get(`${path}/${made.id}`)).json.data).toEqual(answer.json.data);
  });

  it.each(['vaultOwner', 'vaultAddress'])(
    'refuses a PUT with %s, and changes nothing',
    async (field) => {
      const made = await vaults.make();
      await vaults.app().clock.advance(1_000);
      for (const value of [
        field === 'vaultOwner' ? account('THIEF') : newAddress(),
        made[field],
        null,
      ]) {
        const answer = await vaults.put(`${path}/${made.id}`, {
          vaultName: 'Other',
          [field]: value,
        });
        const message = `${field} cannot be changed. Leave it out, or create another vault`;
        expect([answer.status, answer.json]).toEqual([
          400,
          { success: false, message: 'Validation failed', errors: [{ field, message, value }] },
        ]);
      }
      expect((await vaults.get(`${path}/${made.id}`)).json.data).toEqual(made);
    },
  );

  it('may be given trade permission by PUT alone, with the settings it has', async () => {
    const made = await vaults.make({ maxTradeSize: 3, dailyTradeLimit: 4 });
    const { data } = (await vaults.put(`${path}/${made.id}`, { tradePermission: true })).json;
    expect(data).toEqual({ ...made, tradePermission: true, updatedAt: data.updatedAt });
    expect(data.updatedAt > made.updatedAt).toBe(true);
  });

  it('stays as it is but for updatedAt when PUT carries nothing', async () => {
    const made = await vaults.make();
    for (const body of [{}, undefined]) {
      const answer = await vaults.put(`${path}/${made.id}`, body);
      expect(answer.status).toBe(200);
      expect({ ...answer.json.data, updatedAt: made.updatedAt }).toEqual(made);
    }
  });

  it('is left alone by a PUT with bad fields, all of which are named', async () => {
    const made = await vaults.make();
    const body = {
      vaultName: null,
      tradePermission: 'no',
      maxTradeSize: 101,
      dailyTradeLimit: '3',
      slippageTolerance: -1,
    };
    expectRefused(await vaults.put(`${path}/${made.id}`, body), 'Validation failed', [
      { field: 'vaultName', message: nameError, value: null },
      { field: 'tradePermission', message: flagError, value: 'no' },
      { field: 'maxTradeSize', message: sizeError, value: 101 },
      { field: 'dailyTradeLimit', message: dailyError, value: '3' },
      { field: 'slippageTolerance', message: slippageError, value: -1 },
    ]);
    expectRefused(await vaults.put(`${path}/${made.id}`, []), 'Validation failed');
    expect((await vaults.get(`${path}/${made.id}`)).json.data).toEqual(made);
  });

  it(`${name('deleteVault')} takes it away for good`, async () => {
    const { id } = await vaults.make();
    const answer = await vaults.remove(`${path}/${id.toUpperCase()}`);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      success: true,
      message: 'Vault deleted successfully',
      data: { id, deletedAt: new Date(vaults.app().clock.now()).toISOString() },
    });
    expectNotFound(await vaults.get(`${path}/${id}`));
    expectNotFound(await vaults.remove(`${path}/${id}`));
  });
});
