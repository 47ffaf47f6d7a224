import { pretradeEndpoints } from '@windlass/contract';
import { type Binding, bind } from '../../http/bind.ts';
import { AppError } from '../../kit/errors.ts';
import { type Accounts, requireReach } from '../accounts/index.ts';
import { queriedSymbol } from '../execution/index.ts';
import type { Account } from '../model/account.ts';
import { type VenueId, venueIds } from '../model/venue.ts';
import { parseVenueId, unsupportedExchange } from '../venues/registry.ts';
import type { Fees } from './types.ts';
import { toFeeWire } from './wire.ts';

interface FeeRoutesDeps {
  readonly fees: Fees;
  readonly accounts: Pick<Accounts, 'find'>;
}

/** Routes of the fees (Trading §4.5): of an account, of one exchange, or of all. */
export function feeRoutes({ fees, accounts }: FeeRoutesDeps): Binding[] {
  return [
    bind(pretradeEndpoints.getFees, async ({ query }, { caller }) => {
      const { venue, exchange_account_id: accountId } = query;
      if (accountId !== undefined) {
        requireReach(caller, accountId);
        const symbol = queriedSymbol(query.symbol);
        const account = await accounts.find(accountId);
        if (venue !== undefined) requireVenueOf(account, venue);
        return toFeeWire(await fees.of(account, symbol));
      }
      if (venue !== undefined) return toFeeWire(fees.schedule(requireVenue(venue.trim())));
      return { venues: venueIds.map((each) => toFeeWire(fees.schedule(each))) };
    }),
  ];
}

/** Throws when a request names both an account and an exchange that do not belong together. */
function requireVenueOf({ id, venue }: Account, text: string): void {
  if (parseVenueId(text.trim(), venueIds) === venue) return;
  const message = `venue must be ${venue}, the exchange of the account ${id}`;
  throw new AppError('VALIDATION_FAILED', { issues: [{ field: 'venue', message, value: text }] });
}

function requireVenue(text: string): VenueId {
  const venue = parseVenueId(text, venueIds);
  if (venue) return venue;
  throw unsupportedExchange(text);
}
