import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../test/support/manualClock.ts';
import { type Network, networks } from '../network.ts';
import { curatedTokens } from '../tokens/curatedTokens.ts';
import type { LedgerKey } from './ledgerPort.ts';
import { passphrases } from './passphrases.ts';
import { absentContract, createSimulatedLedger } from './simulatedLedger.ts';

const vaults = [
  'CCPOJHNC6ZLO43CU3TX6SXRW5UUSCQ664GCHDFKFY7P6XVUISWGEFQ3F',
  'CAY3FXYTAIPQGUKIYFQI2XN2V7VC3UPDRP6LRHJYE5NF7LDVJVZUOIJ2',
  'CBC3AGWOGHIXBZVNV47VLZTDUWJMFO367MV7DFUIALBJUVCF7NCMOTM7',
  'CBHLAZN3IZGEQWPOA32PUQTIOIUBIS2FGR5LZ47EDSKL3JVLHXUC22YO',
] as const;
const [vault] = vaults;
const mistyped = 'CCPOJHNC6ZLO43CU3TX6SXRW5UUSCQF64GCHDFKFY7P6XVUISWGEFQ3F';
const never = new AbortController().signal;
const startMs = Date.UTC(2025, 10, 1);
const hourMs = 3_600_000;
const network: Network = 'mainnet';

const instance = (contract: string): LedgerKey => ({ kind: 'instance', contract });
const balancesOf = (holder: string, of: Network = network): readonly LedgerKey[] =>
  curatedTokens(of).map(({ contract }) => ({ kind: 'balance', token: contract, holder }));

function setUp(options: { readonly seed?: string; readonly network?: Network } = {}) {
  const clock = createManualClock(startMs);
  return { clock, ledger: createSimulatedLedger({ network, seed: 'one', clock, ...options }) };
}

type Ledger = ReturnType<typeof setUp>['ledger'];

async function amountsOf(ledger: Ledger, holder: string = vault) {
  const { entries } = await ledger.entries(balancesOf(holder, ledger.network), never);
  const amounts = new Map<string, bigint>();
  for (const [text, entry] of entries) {
    if (entry.kind === 'balance') amounts.set(text, entry.amount);
  }
  return amounts;
}

it('closes a ledger every five seconds, numbered like the real network’s', async () => {
  const { clock, ledger } = setUp();
  const numbers = [];
  for (let step = 0; step < 5; step += 1) {
    numbers.push((await ledger.entries([], never)).ledger);
    await clock.advance(2_500);
  }
  const [first = 0] = numbers;
  expect(numbers).toEqual([first, first, first + 1, first + 1, first + 2]);
  expect(first).toBeGreaterThan(58_000_000);
  expect(first).toBeLessThan(62_000_000);
});

it.each(networks)('%s says its own name', async (of) => {
  expect(await setUp({ network: of }).ledger.passphrase(never)).toBe(passphrases[of]);
});

describe('contracts', () => {
  it.each(networks)('every curated token of %s is an asset', async (of) => {
    const { ledger } = setUp({ network: of });
    const contracts = curatedTokens(of).map((token) => token.contract);
    const { entries } = await ledger.entries(contracts.map(instance), never);
    const asset = { kind: 'instance', executable: 'stellarAsset' };
    expect([...entries]).toEqual(contracts.map((contract) => [contract, asset]));
  });

  it('every other valid address has one, the zero address and mistyped ones have none', async () => {
    const [testnetToken] = curatedTokens('testnet');
    const others = [vault, testnetToken?.contract ?? ''];
    const keys = [...others, absentContract, mistyped].map(instance);
    const { entries } = await setUp().ledger.entries(keys, never);
    const other = { kind: 'instance', executable: 'other' };
    expect([...entries]).toEqual(others.map((contract) => [contract, other]));
  });
});

describe('balances', () => {
  it('each vault holds about a third of the tokens, and not the same ones', async () => {
    const { ledger } = setUp();
    const held = await Promise.all(vaults.map((holder) => amountsOf(ledger, holder)));
    for (const amounts of held) {
      expect(amounts.size).toBeGreaterThanOrEqual(5);
      expect(amounts.size).toBeLessThanOrEqual(18);
    }
    const names = held.map((amounts) =>
      [...amounts.keys()].map((text) => text.slice(0, 56)).join(),
    );
    expect(new Set(names).size).toBe(vaults.length);
  });

  it.each([
    { symbol: 'BTC', low: 0.1, high: 6 },
    { symbol: 'ETH', low: 3, high: 170 },
    { symbol: 'XLM', low: 39_000, high: 2_100_000 },
    { symbol: 'USDC', low: 9_900, high: 510_000 },
  ])('of $symbol are those of a plausible desk', async ({ symbol, low, high }) => {
    const amounts: number[] = [];
    for (let seed = 0; seed < 200; seed += 1) {
      const { ledger } = setUp({ seed: `desk ${seed}` });
      const keys = balancesOf(vault).filter(
        (key) =>
          key.kind === 'balance' &&
          curatedTokens(network).some(
            (token) => token.contract === key.token && token.symbol === symbol,
          ),
      );
      for (const entry of (await ledger.entries(keys, never)).entries.values()) {
        if (entry.kind === 'balance') amounts.push(Number(entry.amount) / 1e7);
      }
    }
    expect(amounts.length).toBeGreaterThan(20);
    expect(Math.min(...amounts)).toBeGreaterThan(low);
    expect(Math.max(...amounts)).toBeLessThan(high);
  });

  it('never move by more than 2 % at once, and all of them move within an hour', async () => {
    const { clock, ledger } = setUp();
    const first = await amountsOf(ledger);
    const movesOf = new Map([...first.keys()].map((text) => [text, 0]));
    let before = first;
    for (let step = 0; step < 720; step += 1) {
      await clock.advance(5_000);
      const now = await amountsOf(ledger);
      expect([...now.keys()]).toEqual([...first.keys()]);
      for (const [text, amount] of now) {
        const was = before.get(text) ?? 0n;
        if (amount === was) continue;
        movesOf.set(text, (movesOf.get(text) ?? 0) + 1);
        const moved = amount > was ? amount - was : was - amount;
        expect(amount > 0n && moved * 50n <= was, `${was} to ${amount}`).toBe(true);
      }
      before = now;
    }
    const moves = [...movesOf.values()];
    // Ten minutes at most, 15 seconds at least.
    expect(Math.min(...moves)).toBeGreaterThanOrEqual(5);
    expect(Math.max(...moves)).toBeLessThanOrEqual(240);
    expect(new Set(moves).size).toBeGreaterThan(2);
  });

  it('go on where they were after a restart', async () => {
    const first = setUp();
    await first.clock.advance(hourMs);
    const second = createSimulatedLedger({ network, seed: 'one', clock: first.clock });
    expect(await amountsOf(second)).toEqual(await amountsOf(first.ledger));
  });

  it('do not depend on what else is asked', async () => {
    const { ledger } = setUp();
    const all = await amountsOf(ledger);
    for (const key of balancesOf(vault)) {
      const { entries } = await ledger.entries([key], never);
      for (const [text, entry] of entries) {
        expect(entry).toEqual({ kind: 'balance', amount: all.get(text) });
      }
    }
  });

  it('differ by seed', async () => {
    const [one, two] = [setUp({ seed: 'one' }), setUp({ seed: 'two' })];
    expect(await amountsOf(one.ledger)).not.toEqual(await amountsOf(two.ledger));
  });

  it.each([absentContract, mistyped])('%s holds nothing', async (holder) => {
    expect((await amountsOf(setUp().ledger, holder)).size).toBe(0);
  });

  it('are of the network’s curated tokens only', async () => {
    const keys = balancesOf(vault, 'testnet');
    expect((await setUp().ledger.entries(keys, never)).entries.size).toBe(0);
    expect((await amountsOf(setUp({ network: 'testnet' }).ledger)).size).toBeGreaterThan(0);
  });
});

it('holds callers to the rules of a call', async () => {
  const { ledger } = setUp();
  const twice = [instance(vault), instance(vault)];
  await expect(ledger.entries(twice, never)).rejects.toThrow('no ledger key twice');
  const tooMany = Array.from({ length: 201 }, () => instance(vault));
  await expect(ledger.entries(tooMany, never)).rejects.toThrow('at most 200 keys');
});

it('answers nobody who has left', async () => {
  const { ledger } = setUp();
  const left = AbortSignal.abort();
  await expect(ledger.entries([], left)).rejects.toMatchObject({ kind: 'unavailable' });
  await expect(ledger.passphrase(left)).rejects.toMatchObject({ kind: 'unavailable' });
});
