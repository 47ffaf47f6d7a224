import { ApiError } from '@windlass/client';
import { expect, test } from 'vitest';
import { createWatching } from './watching.ts';

type Books = { symbols: string[]; venues: string[] };

function createService(refuse: (books: Books) => boolean = () => false) {
  const taken: Books[] = [];
  const given: Books[] = [];
  const statuses = ({ symbols, venues }: Books) =>
    venues.flatMap((venue) =>
      symbols.map((symbol) => ({ venue, symbol, status: 'pending' as const })),
    );
  const watching = createWatching({
    async subscribeOrderbook(books) {
      if (refuse(books)) throw new ApiError('UNSUPPORTED_VENUE', 'Error - unsupported venue.');
      taken.push(books);
      return { subscriptions: statuses(books), not_listed: [] };
    },
    async unsubscribeOrderbook(books) {
      given.push(books);
      return { subscriptions: [] };
    },
  });
  return { watching, taken, given };
}

test('subscribes a book once, however often it is asked for', async () => {
  const { watching, taken } = createService();
  await watching.watch({ symbols: ['BTC/USDT'], venues: ['okx', 'okx'] });
  const again = await watching.watch({ symbols: ['BTC/USDT', 'ETH/USDT'], venues: ['okx'] });
  expect(taken).toEqual([
    { symbols: ['BTC/USDT'], venues: ['okx'] },
    { symbols: ['ETH/USDT'], venues: ['okx'] },
  ]);
  expect(again.watched).toEqual([
    { venue: 'okx', symbol: 'BTC/USDT' },
    { venue: 'okx', symbol: 'ETH/USDT' },
  ]);
});

test('two calls at once take one reference', async () => {
  const { watching, taken } = createService();
  const books = { symbols: ['BTC/USDT'], venues: ['okx'] };
  await Promise.all([watching.watch(books), watching.watch(books)]);
  expect(taken).toHaveLength(1);
});

test('gives back at the end what it took, and nothing else', async () => {
  const { watching, given } = createService(({ venues }) => venues.includes('nowhere'));
  await watching.watch({ symbols: ['BTC/USDT'], venues: ['okx'] });
  const refused = watching.watch({ symbols: ['BTC/USDT'], venues: ['nowhere'] });
  await expect(refused).rejects.toThrow('unsupported venue');
  await watching.release();
  expect(given).toEqual([{ symbols: ['BTC/USDT'], venues: ['okx'] }]);
});
