import { describe, expect, test } from 'vitest';
import {
  createFakeIo,
  type FakeOptions,
  vaultAnswer,
  vaultRefusal,
} from '../../test/support/fakeIo.ts';
import { addressOf, holdingOf, idOf, vaultOf } from '../../test/support/fakeVaults.ts';
import { run } from '../run.ts';

async function running(argv: string[], options?: FakeOptions) {
  const fake = createFakeIo(options);
  const code = await run(['vaults', ...argv], fake.io);
  return { ...fake, code };
}

const owner = `G${'A'.repeat(55)}`;

describe('vaults create, toggle and refresh', () => {
  const answer = () => vaultAnswer(vaultOf());
  const bodyOf = async (argv: string[], answering: FakeOptions['answer'] = answer) => {
    const { requests } = await running(argv, { answer: answering });
    const [request] = requests;
    const url = request?.url.replace(/^.*\/api/, '');
    return [request?.method, url, JSON.parse(request?.body ?? '')];
  };
  const named = ['create', '--name', 'Main', '--owner', owner, '--address', addressOf(1)];

  test('create sends what was given', async () => {
    const fields = { vaultName: 'Main', vaultOwner: owner, vaultAddress: addressOf(1) };
    expect(await bodyOf(named)).toEqual(['POST', '/vaults', { ...fields, tradePermission: false }]);
    const settings = ['--max-trade-size', '12.5', '--daily-trade-limit', '20', '--slippage', '.5'];
    expect((await bodyOf([...named, '--ledger', '7', '--trade', ...settings]))[2]).toEqual({
      ...fields,
      creationLedger: 7,
      tradePermission: true,
      maxTradeSize: 12.5,
      dailyTradeLimit: 20,
      slippageTolerance: 0.5,
    });
  });

  test('toggle switches on with limits, and off', async () => {
    const path = `/vaults/${idOf(1)}/toggle-trade`;
    const on = ['toggle', idOf(1), 'on', '--max-trade-size', '5', '--daily-trade-limit', '3'];
    const limits = { maxTradeSize: 5, dailyTradeLimit: 3 };
    expect(await bodyOf(on)).toEqual(['PATCH', path, { tradePermission: true, ...limits }]);
    const off = await bodyOf(['toggle', idOf(1), 'off']);
    expect(off).toEqual(['PATCH', path, { tradePermission: false }]);
  });

  test('refresh prints the balances read and how many changed', async () => {
    const refreshed = {
      updatedTokens: 1,
      totalTokens: 2,
      holdings: [holdingOf({ network: 'testnet' })],
    };
    const argv = ['refresh', idOf(1), '--network', 'testnet', '--force', '--tokens', 'a, b'];
    const answering = () => vaultAnswer(refreshed);
    expect(await bodyOf(argv, answering)).toEqual([
      'POST',
      `/vaults/${idOf(1)}/update-holdings?network=testnet`,
      { forceUpdate: true, tokens: ['a', 'b'] },
    ]);
    const { out } = await running(argv, { answer: answering });
    expect(out()).toMatch(
      /^NETWORK .*\ntestnet {2}XLM .*\n\nUpdated 1 of 2 tokens on testnet\.\n$/,
    );
    const json = await running([...argv, '--json'], { answer: answering });
    expect(JSON.parse(json.out())).toEqual(refreshed);
  });

  test('a refusal is its message and a line for each field, without a stack', async () => {
    const errors = [
      { field: 'vaultName', message: 'Too\nshort', value: 'x' },
      { field: 'vaultOwner', message: 'Invalid Stellar address format', value: null },
    ];
    const refuse = () => vaultRefusal(400, { message: 'Validation failed', errors });
    const { code, out, err } = await running([...named, '--json'], { answer: refuse });
    expect(err()).toBe(
      'windlass: Validation failed\n' +
        '  vaultName: Too?short, received "x"\n' +
        '  vaultOwner: Invalid Stellar address format\n',
    );
    expect([code, out()]).toEqual([1, '']);
  });

  test('a refusal without fields is one line', async () => {
    const { code, err } = await running(['show', idOf(9)], {
      answer: () => vaultRefusal(404, { message: 'Vault not found' }),
    });
    expect([code, err()]).toEqual([1, 'windlass: Vault not found\n']);
  });
});

describe('vaults delete', () => {
  const answer: FakeOptions['answer'] = ({ method }) =>
    vaultAnswer(
      method === 'DELETE' ? { id: idOf(1), deletedAt: '2026' } : vaultOf({ vaultName: 'Ma\tin' }),
    );
  const methodsOf = (requests: readonly { method: string }[]) =>
    requests.map(({ method }) => method);

  test('deletes once the name is typed as it is shown', async () => {
    const asked: string[] = [];
    const typed = (question: string) => {
      asked.push(question);
      return ' Ma?in ';
    };
    const { code, out, err, requests } = await running(['delete', idOf(1)], { answer, typed });
    expect(asked).toEqual(['Type its name to confirm: ']);
    expect(err()).toContain('the vault "Ma?in"');
    expect([code, out()]).toEqual([0, `Deleted ${idOf(1)} and its holdings.\n`]);
    expect(methodsOf(requests)).toEqual(['GET', 'DELETE']);
  });

  test.each(['main', '', undefined])('deletes nothing after %j', async (line) => {
    const { code, err, requests } = await running(['delete', idOf(1)], {
      answer,
      typed: () => line,
    });
    expect(code).toBe(1);
    expect(err()).toMatch(/windlass: The name was not typed\. Nothing was deleted\.\n$/);
    expect(methodsOf(requests)).toEqual(['GET']);
  });

  test('--yes asks nobody', async () => {
    const { code, out, requests } = await running(['delete', idOf(1), '--yes', '--json'], {
      answer,
    });
    expect([code, methodsOf(requests)]).toEqual([0, ['DELETE']]);
    expect(JSON.parse(out())).toEqual({ id: idOf(1), deletedAt: '2026' });
  });
});
