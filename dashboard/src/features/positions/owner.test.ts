import type { TradedAccountWire } from '@windlass/contract';
import { describe, expect, it } from 'vitest';
import { accountsOf, ownerText, parseOwner, reportOwnerOf } from './owner.ts';

function account(id: string, portfolio_id: string | null): TradedAccountWire {
  return {
    exchange_account_id: id,
    exchange: 'okx',
    mode: 'paper',
    portfolio_id,
    halted: false,
    environment: 'production',
    region: 'global',
  };
}

const together = [account('one', 'desk'), account('two', 'desk')];
const apart = [...together, account('three', null)];

describe('the owner in a link', () => {
  it('is read as it was written', () => {
    for (const text of ['all', 'one', 'portfolio:desk']) {
      expect(ownerText(parseOwner(text, apart))).toBe(text);
    }
  });

  it('is the portfolio that has every account when the link names none, else all of them', () => {
    expect(parseOwner('', together)).toEqual({ kind: 'portfolio', id: 'desk' });
    expect(parseOwner('', apart)).toEqual({ kind: 'all' });
    expect(parseOwner('', [])).toEqual({ kind: 'all' });
  });
});

describe('the accounts of an owner', () => {
  const idsOf = (text: string) =>
    accountsOf(parseOwner(text, apart), apart).map(({ exchange_account_id: id }) => id);

  it('are those that are meant, and none for a name nobody has', () => {
    expect(idsOf('all')).toEqual(['one', 'two', 'three']);
    expect(idsOf('portfolio:desk')).toEqual(['one', 'two']);
    expect(idsOf('three')).toEqual(['three']);
    expect(idsOf('other')).toEqual([]);
  });
});

it('asks for no report of all accounts, because there is none', () => {
  expect(reportOwnerOf({ kind: 'all' })).toBeUndefined();
  expect(reportOwnerOf({ kind: 'portfolio', id: 'desk' })).toEqual({ portfolio_id: 'desk' });
});
