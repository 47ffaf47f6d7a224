import { type VenueId, venueIds } from '../../server/src/trading/model/venue.ts';
import { productionOf } from '../../server/src/trading/model/venuePlace.ts';
import { loadDialects } from '../../server/src/trading/venues/liveVenues.ts';
import { capabilitiesOf, regionsOf } from '../../server/src/trading/venues/registry.ts';
import { twins } from '../../simulator/src/twins.ts';

const dialectsOf = await loadDialects();

/** A kind of account or contract, with the support of each exchange, in words. */
export interface Kind {
  readonly name: string;
  readonly cells: readonly string[];
}

const environments = ['production', 'testnet', 'demo'] as const;
/** Returns whether a venue lists inverse contracts; its simulated exchanges list what it does. */
function listsInverse(venue: VenueId): boolean {
  const own = Object.entries(twins).filter(([name]) => name.startsWith(venue));
  return own.some(([, { listing }]) =>
    listing.markets(0).some(({ isInverse }) => isInverse === true),
  );
}

/** Returns all kinds, from the product's capabilities. */
export function accountKinds(): readonly Kind[] {
  const row = (name: string, cellOf: (venue: VenueId) => string): Kind => ({
    name,
    cells: venueIds.map(cellOf),
  });
  return [
    ...environments.map((environment) =>
      row(`\`environment\` ${environment}: its \`region\`s`, (venue) => {
        const regions = regionsOf({ venue, environment });
        return regions.length === 0 ? 'none' : regions.join(', ');
      }),
    ),
    row('hedge mode', hedgeWords),
    row('`portfolio_margin`', portfolioWords),
    row('inverse contracts', (venue) =>
      listsInverse(venue) ? 'orders refused; what exists there is shown' : 'it has none',
    ),
  ];
}

function hedgeWords(venue: VenueId): string {
  const { perp, hedgedSettles } = capabilitiesOf(venue);
  if (!perp?.features.includes('hedge_mode')) return 'not traded';
  return hedgedSettles === undefined ? 'traded' : `traded (${hedgedSettles.join(', ')})`;
}

/** Returns the market types that accounts with portfolio margin trade. */
function portfolioWords(venue: VenueId): string {
  const own = dialectsOf({ ...productionOf(venue), portfolioMargin: true }).filter(
    ({ portfolioMargin }) => portfolioMargin,
  );
  if (own.length === 0) return 'none';
  const types = own.flatMap(({ marketTypes, readOnly = [] }) =>
    marketTypes.filter((type) => !readOnly.includes(type)),
  );
  return `${[...new Set(types)].join(', ')} traded`;
}
