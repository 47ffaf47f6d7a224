import { vaultEndpoints } from '@windlass/contract';
import { expect, it } from 'vitest';
import { eachVaultApp, expectRefused } from '../support/vault/app.ts';

const path = '/api/vaults';
const sizeError = 'Maximum trade size must be between 0 and 100';
const slippageError = 'Slippage tolerance must be between 0 and 100';
const flagError = 'Trade permission must be a boolean';

eachVaultApp(vaultEndpoints.toggleVaultTrade.summary, (vaults) => {
  const urlOf = ({ id }: { id: string }) => `${path}/${id}/toggle-trade`;
  const limits = { maxTradeSize: 5, dailyTradeLimit: 10 };

  it('enables with the settings it is given, and disables without', async () => {
    const made = await vaults.make();
    const on = await vaults.patch(urlOf(made), { tradePermission: true, ...limits });
    expect(on.status).toBe(200);
    expect(on.json).toEqual({
      success: true,
      message: 'Trade permission updated successfully',
      data: { ...made, tradePermission: true, ...limits, updatedAt: expect.any(String) },
    });
    expect(on.json.data.updatedAt > made.updatedAt).toBe(true);
    const off = await vaults.patch(urlOf(made), { tradePermission: false, maxTradeSize: 99 });
    const { updatedAt } = off.json.data;
    expect(off.json.data).toEqual({ ...on.json.data, tradePermission: false, updatedAt });
    expect(updatedAt > on.json.data.updatedAt).toBe(true);
  });

  it('stores a slippage tolerance that comes with them, and zeros', async () => {
    const made = await vaults.make();
    const zeros = { maxTradeSize: 0, dailyTradeLimit: 0, slippageTolerance: 0 };
    const { json } = await vaults.patch(urlOf(made), { tradePermission: true, ...zeros });
    expect(json.data).toMatchObject({ tradePermission: true, ...zeros });
  });

  const size = {
    field: 'maxTradeSize',
    message: 'Max trade size is required when enabling trading',
    value: null,
  };
  const daily = {
    field: 'dailyTradeLimit',
    message: 'Daily trade limit is required when enabling trading',
    value: null,
  };
  const slippage = { field: 'slippageTolerance', message: slippageError, value: 'x' };
  const badId = { field: 'id', message: 'Must be a valid MongoDB ObjectId', value: 'nobody' };
  const enable = { tradePermission: true };

  it.each([
    [enable, [size, daily]],
    [{ ...enable, maxTradeSize: 5 }, [daily]],
    [{ ...enable, dailyTradeLimit: 5 }, [size]],
    [{ ...enable, slippageTolerance: 'x' }, [slippage, size, daily]],
    [{ ...enable, ...limits, maxTradeSize: 101 }, [{ ...size, message: sizeError, value: 101 }]],
    [{ ...enable, ...limits, maxTradeSize: null }, [{ ...size, message: sizeError }]],
    [{ ...limits }, [{ field: 'tradePermission', message: flagError, value: null }]],
    [
      { tradePermission: 'true', ...limits },
      [{ field: 'tradePermission', message: flagError, value: 'true' }],
    ],
    [{ tradePermission: null }, [{ field: 'tradePermission', message: flagError, value: null }]],
  ])('refuses %o', async (body, errors) => {
    const made = await vaults.make();
    expectRefused(await vaults.patch(urlOf(made), body), 'Validation failed', errors);
    expect((await vaults.get(`${path}/${made.id}`)).json.data).toEqual(made);
  });

  it('names a bad id and a bad body together, under the headline of the id', async () => {
    const answer = await vaults.patch(`${path}/nobody/toggle-trade`, enable);
    expectRefused(answer, 'Invalid vault ID format', [badId, size, daily]);
  });
});
