import { describe, expect, it } from 'vitest';
import { openKrakenDialect } from '../../../../../test/support/exchanges/kraken/client.ts';
import type { WalletMove } from '../../perpsPort.ts';
import { failureOf } from '../../shared/live/failures.ts';
import { krakenFuturesDialect } from './futures/dialect.ts';
import { futuresTransfers } from './futures/transfers.ts';
import { krakenSpotDialect } from './spot/dialect.ts';
import { spotTransfers } from './spot/transfers.ts';

const serverTime = '2022-04-12T01:22:53.420Z';
const atMs = Date.parse(serverTime);
const move = (from: WalletMove['from'], to: WalletMove['to'], asset = 'USD'): WalletMove => ({
  asset,
  amount: '0.123456789123456789',
  from,
  to,
});

async function futures(asked: WalletMove, body: unknown = { result: 'success', serverTime }) {
  const { run, wire } = await openKrakenDialect(krakenFuturesDialect, [{ body }]);
  return { moved: await run((call) => futuresTransfers.move(call, asked)), wire };
}

async function spot(asked: WalletMove, body: unknown) {
  const { run, wire, clock } = await openKrakenDialect(krakenSpotDialect, [{ body }]);
  return { moved: await run((call) => spotTransfers.move(call, asked)), wire, clock };
}

describe('a transfer', () => {
  it('between wallets of futures is done when it is answered', async () => {
    const { moved, wire } = await futures(move('cash', 'swap', 'BTC'));
    expect(moved).toEqual({
      result: { result: 'success', serverTime },
      status: 'completed',
      atMs,
      transferId: `cash-flex-XBT-${atMs}`,
    });
    expect(wire).toEqual([
      {
        method: 'POST',
        address: 'futures.kraken.com/derivatives/api/v3/transfer',
        fields: {
          fromAccount: 'cash',
          toAccount: 'flex',
          unit: 'XBT',
          amount: '0.123456789123456789',
        },
      },
    ]);
    const back = await futures(move('swap', 'cash'));
    expect(back.wire[0]?.fields).toMatchObject({ fromAccount: 'flex', toAccount: 'cash' });
  });

  it.each([
    ['swap', 'flex'],
    ['cash', 'cash'],
  ] as const)('from %s to spot is one withdrawal', async (from, sourceWallet) => {
    const uid = '9053db5f-0d5e-48dd-b606-a5c92576b706';
    const { moved, wire } = await futures(move(from, 'spot'), {
      result: 'success',
      uid,
      serverTime,
    });
    expect(moved).toMatchObject({ transferId: uid, status: 'pending', atMs });
    expect(wire).toEqual([
      {
        method: 'POST',
        address: 'futures.kraken.com/derivatives/api/v3/withdrawal',
        fields: { currency: 'USD', amount: '0.123456789123456789', sourceWallet },
      },
    ]);
  });

  it('from spot goes to the wallet for cash of futures', async () => {
    const refid = 'FTQcuak-V6Za8qrWnhzTx67yYHz8Tg';
    const answer = { error: [], result: { refid } };
    const { moved, wire, clock } = await spot(move('spot', 'cash', 'BTC'), answer);
    expect(moved).toEqual({
      result: answer,
      transferId: refid,
      status: 'pending',
      atMs: clock.now(),
    });
    expect(wire).toEqual([
      {
        method: 'POST',
        address: 'api.kraken.com/0/private/WalletTransfer',
        fields: {
          asset: 'XBT',
          amount: '0.123456789123456789',
          from: 'Spot Wallet',
          to: 'Futures Wallet',
        },
      },
    ]);
  });

  it('leaves each wallet by one class alone', () => {
    const from = [...spotTransfers.from, ...futuresTransfers.from];
    expect([new Set(from).size, from.length]).toEqual([3, 3]);
  });
});

const outcome = async (
  work: () => Promise<unknown>,
  { errorMeanings: words } = krakenFuturesDialect,
) => {
  const failure = failureOf(await work().catch((error: unknown) => error), words);
  return failure.kind === 'refused' ? failure.code : failure.kind;
};

describe('a transfer that is refused', () => {
  it.each([
    ['insufficientFunds', 'INSUFFICIENT_MARGIN'],
    ['invalidAmount', 'INVALID'],
    ['invalidUnit', 'INVALID'],
    ['invalidAccount', 'INVALID'],
    ['authenticationError', 'OTHER'],
    ['Server Error', 'unknown'],
    ['somethingNew', 'unknown'],
  ])('at futures with %s is %s', async (error, meant) => {
    const body = { result: 'error', error, serverTime };
    expect(await outcome(() => futures(move('cash', 'swap'), body))).toBe(meant);
  });

  it.each([
    ['EFunding:Insufficient funds', 'INSUFFICIENT_BALANCE'],
    ['EFunding:Unknown asset', 'INVALID'],
    ['EFunding:Invalid amount', 'INVALID'],
    ['EGeneral:Invalid arguments:amount', 'INVALID'],
    ['EGeneral:Permission denied', 'OTHER'],
    ['EFunding:Unknown withdraw key', 'OTHER'],
    ['EService:Unavailable', 'unknown'],
    ['EGeneral:Internal error', 'unknown'],
  ])('at spot with %s is %s', async (error, meant) => {
    const sent = () => spot(move('spot', 'cash'), { error: [error] });
    expect(await outcome(sent, krakenSpotDialect)).toBe(meant);
  });

  it('by us never left', async () => {
    const { run, wire } = await openKrakenDialect(krakenSpotDialect, []);
    const sent = () => run((call) => spotTransfers.move(call, move('spot', 'swap')));
    expect([await outcome(sent, krakenSpotDialect), wire]).toEqual(['INVALID', []]);
  });

  it('in no words may have been made', async () => {
    expect(await outcome(() => futures(move('cash', 'swap'), { serverTime }))).toBe('unknown');
    expect(await outcome(() => futures(move('cash', 'spot'), { result: 'success' }))).toBe(
      'unknown',
    );
    expect(await outcome(() => spot(move('spot', 'cash'), { error: [] }), krakenSpotDialect)).toBe(
      'unknown',
    );
  });
});
