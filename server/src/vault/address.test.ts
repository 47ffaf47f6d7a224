import { StrKey } from '@stellar/stellar-sdk/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAccountAddress, isContractAddress } from './address.ts';

const validAccounts = [
  'GBFHC2BANNN6GO4TM7IEBB4ZDFVUN5JITOOES5V2FUHMS5EPSOQN6TYC',
  'GCJME2KARVH6AJM37IPZX3M3GJ2OIRZVEN3WGOR25A4COUCXS4MS4QQY',
  'GAOA4OF2NITCSUYLLVJUGHOCV7W2SENLPCGRFQ3QCE4K6VG4CZHZHXNE',
  'GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF',
];
const validContracts = [
  'CCPOJHNC6ZLO43CU3TX6SXRW5UUSCQ664GCHDFKFY7P6XVUISWGEFQ3F',
  'CAY3FXYTAIPQGUKIYFQI2XN2V7VC3UPDRP6LRHJYE5NF7LDVJVZUOIJ2',
  'CA5YRCAADYAJT5R7OJU4424QCOZZTQUA5WT44AE4Y6GX43F7REP6XVNQ',
  'CAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABSC4',
];
const mistypedAccounts = [
  'GBFHC2BANNN6GO4TM7IEBB4ZDFVUN5QITOOES5V2FUHMS5EPSOQN6TYC',
  'GCJME2KARVH6AJM37IPZX3M3GJ2OIRZVEN3WGOR25A4COUCXS4MS4QQ7',
  'GAVA4OF2NITCSUYLLVJUGHOCV7W2SENLPCGRFQ3QCE4K6VG4CZHZHXNE',
  'GDQE7IGFAOX4PJBPGRTSGE3T5LE7HXNUDA52KNVGMTXVR75DXY67U2V5',
  // Its checksum is right, but for a version one above that of accounts.
  'GEAACAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4DUPB6652',
];
const mistypedContracts = [
  'CCPOJHNC6ZLO43CU3TX6SXRW5UUSCQF64GCHDFKFY7P6XVUISWGEFQ3F',
  'CAY3FXYTAIPQGUKIYFQI2XN2V7VC3UPDRP6LRHJYE5NF7LDVJVZUOIJB',
  'CBOLAZN3IZGEQWPOA32PUQTIOIUBIS2FGR5LZ47EDSKL3JVLHXUC22YO',
  'CAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  'CBFHC2BANNN6GO4TM7IEBB4ZDFVUN5JITOOES5V2FUHMS5EPSOQN6TYC',
  'CCGIMRMF6MFQFGSXORCPUQPJLMCUNZYW5LXNHZGBRT3TYHKV4BALBHP3',
  'CEAACAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4DUPB72YD',
];

describe('strict', () => {
  it('accepts valid addresses, each kind as itself only', () => {
    for (const address of validAccounts) {
      expect(isAccountAddress(address, 'strict'), address).toBe(true);
      expect(isContractAddress(address, 'strict'), address).toBe(false);
    }
    for (const address of validContracts) {
      expect(isContractAddress(address, 'strict'), address).toBe(true);
      expect(isAccountAddress(address, 'strict'), address).toBe(false);
    }
  });

  it('refuses what only looks like an address', () => {
    for (const address of mistypedAccounts) {
      expect(isAccountAddress(address, 'strict'), address).toBe(false);
    }
    for (const address of mistypedContracts) {
      expect(isContractAddress(address, 'strict'), address).toBe(false);
    }
  });

  it('agrees with the SDK on any key', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (key) => {
        expect(isAccountAddress(StrKey.encodeEd25519PublicKey(key), 'strict')).toBe(true);
        expect(isContractAddress(StrKey.encodeContract(key), 'strict')).toBe(true);
      }),
    );
  });

  it('agrees with the SDK on any key with one letter replaced or two exchanged', () => {
    const edits = fc.record({
      key: fc.uint8Array({ minLength: 32, maxLength: 32 }),
      at: fc.nat(55),
      letter: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567018=abz \n'),
      exchange: fc.boolean(),
    });
    fc.assert(
      fc.property(edits, ({ key, at, letter, exchange }) => {
        for (const address of [StrKey.encodeEd25519PublicKey(key), StrKey.encodeContract(key)]) {
          const text = exchange ? swapped(address, at) : replaced(address, at, letter);
          expect(isAccountAddress(text, 'strict')).toBe(StrKey.isValidEd25519PublicKey(text));
          expect(isContractAddress(text, 'strict')).toBe(StrKey.isValidContract(text));
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('format', () => {
  it('accepts a wrong checksum', () => {
    for (const address of [...validAccounts, ...mistypedAccounts]) {
      expect(isAccountAddress(address, 'format'), address).toBe(true);
    }
    for (const address of [...validContracts, ...mistypedContracts]) {
      expect(isContractAddress(address, 'format'), address).toBe(true);
    }
  });
});

it.each(['strict', 'format'] as const)('%s refuses another letter, length or alphabet', (check) => {
  const [account = '', contract = ''] = [validAccounts[0], validContracts[0]];
  for (const text of ['', 'G', contract, account.slice(0, -1), `${account}A`, `${account}\n`]) {
    expect(isAccountAddress(text, check), text).toBe(false);
  }
  for (const text of [
    account,
    contract.toLowerCase(),
    ` ${contract}`,
    replaced(contract, 9, '1'),
  ]) {
    expect(isContractAddress(text, check), text).toBe(false);
  }
});

function replaced(text: string, at: number, letter: string): string {
  return text.slice(0, at) + letter + text.slice(at + 1);
}

function swapped(text: string, at: number): string {
  const next = (at + 1) % text.length;
  return replaced(replaced(text, at, text[next] ?? ''), next, text[at] ?? '');
}
