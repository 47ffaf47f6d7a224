import { orderbookVenueIds, venueIds } from '../../server/src/trading/model/venue.ts';
import { regionsOf } from '../../server/src/trading/venues/registry.ts';
import { type Ability, abilityTables, type Cell } from './abilities.ts';

/** A row of the short table: one ability of the long ones, or several that a venue has all. */
interface Row {
  readonly name: string;
  readonly abilities: readonly string[];
}

const orderRows: readonly Row[] = [
  {
    name: 'market, limit, stop and take-profit orders',
    abilities: [
      '`market`',
      '`limit`',
      '`stop_loss`',
      '`take_profit`',
      '`stop_loss_limit`',
      '`take_profit_limit`',
    ],
  },
  { name: 'trailing stops', abilities: ['`trailing_stop`'] },
  { name: 'one cancels the other', abilities: ['`oco`'] },
  { name: 'post-only', abilities: ['`post_only`'] },
  { name: 'hedge mode', abilities: ['hedge mode'] },
];
const accountRows: readonly Row[] = [
  { name: 'leverage and margin mode', abilities: ['leverage', 'margin mode'] },
  { name: 'positions and funding', abilities: ['positions', 'funding that was paid'] },
  { name: 'transfers between wallets', abilities: ['moves between wallets'] },
  { name: 'portfolio margin', abilities: ['portfolio margin'] },
  { name: "dead man's switch", abilities: ["dead man's switch"] },
];
const none = '–';

/** Returns the table of the README; docs/venues.md has all abilities, with notes and proofs. */
export function renderSummary(): string {
  const [spot, perp, accounts] = abilityTables();
  const merged: readonly string[] = orderbookVenueIds;
  const books = venueIds.map((venue) => (merged.includes(venue) ? 'yes' : none));
  return [
    ['', ...venueIds],
    ['---', ...venueIds.map(() => '---')],
    ['merged order book', ...books],
    ...orderRows.map(({ name, abilities }) => {
      const inSpot = venuesWith(spot?.abilities ?? [], abilities);
      const inPerp = venuesWith(perp?.abilities ?? [], abilities);
      return [name, ...venueIds.map((_, at) => marketsText(inSpot[at], inPerp[at]))];
    }),
    ...accountRows.map(({ name, abilities }) => {
      const having = venuesWith(accounts?.abilities ?? [], abilities);
      return [name, ...having.map((cell) => (cell === undefined ? none : (cell.only ?? 'yes')))];
    }),
    ['test environments', ...venueIds.map(environmentsText)],
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** Returns a cell for each venue that has all the abilities, of the most limited one. */
function venuesWith(
  table: readonly Ability[],
  names: readonly string[],
): readonly (Cell | undefined)[] {
  const rows = table.filter(({ name }) => names.includes(name));
  return venueIds.map((_, at) => {
    const cells = rows.flatMap(({ cells }) => cells[at] ?? []);
    const isWhole = cells.length > 0 && cells.every(({ word }) => word !== 'not supported');
    if (!isWhole) return undefined;
    return cells.find(({ word, only }) => word === 'native' && only !== undefined) ?? cells[0];
  });
}

function marketsText(spot: Cell | undefined, perp: Cell | undefined): string {
  const markets = [spot && 'spot', perp && 'perps'].filter((each) => each !== undefined);
  return markets.length === 0 ? none : markets.join(', ');
}

function environmentsText(venue: (typeof venueIds)[number]): string {
  const environments = (['testnet', 'demo'] as const).filter(
    (environment) => regionsOf({ venue, environment }).length > 0,
  );
  return environments.length === 0 ? none : environments.join(', ');
}
