import {
  type MarketClass,
  type MarketType,
  marketClassOf,
} from '../../server/src/trading/model/order.ts';
import { type VenueId, venueIds } from '../../server/src/trading/model/venue.ts';
import { productionOf } from '../../server/src/trading/model/venuePlace.ts';
import { estimatesFees, loadDialects } from '../../server/src/trading/venues/liveVenues.ts';
import { capabilitiesOf, marketTypesOf } from '../../server/src/trading/venues/registry.ts';
import type { Dialect } from '../../server/src/trading/venues/shared/live/dialect.ts';
import { translationOf } from '../../server/test/conformance/translated.ts';

const dialectsOf = await loadDialects();

/** An ability of accounts at an exchange, natively or in translation. */
export interface Ability {
  readonly name: string;
  readonly cells: readonly Cell[];
  /** Test suites that prove it against the exchange; none when nothing simulates it. */
  readonly proofs: readonly string[];
}

export interface Cell {
  readonly word: 'native' | 'translated' | 'not supported';
  /** The orders or markets that have it, when not all do. */
  readonly only?: string | undefined;
  readonly why?: string | undefined;
}

export interface AbilityTable {
  readonly title: string;
  readonly venues: readonly string[];
  readonly abilities: readonly Ability[];
}

const no: Cell = { word: 'not supported' };
const yes: Cell = { word: 'native' };
const sides = ['buy', 'sell'] as const;
const orderTypes = [
  ...(['market', 'limit', 'stop_loss', 'take_profit', 'stop_loss_limit'] as const),
  ...(['take_profit_limit', 'trailing_stop', 'oco'] as const),
];
const timesInForce = ['GTC', 'IOC', 'FOK'] as const;
const ofOrders = ['Orders', 'translated'];

/** Returns all tables, from the product's capabilities and its live adapters. */
export function abilityTables(): readonly AbilityTable[] {
  const venues = venueIds;
  return [
    { title: 'Orders on spot markets', venues, abilities: orderAbilities('spot') },
    { title: 'Orders on perpetuals and futures', venues, abilities: orderAbilities('perp') },
    { title: 'Accounts', venues, abilities: accountAbilities() },
  ];
}

function orderAbilities(marketClass: MarketClass): readonly Ability[] {
  const row = (name: string, proofs: readonly string[], cellOf: (venue: VenueId) => Cell) => ({
    name,
    proofs,
    cells: venueIds.map((venue) => (marketOf(venue, marketClass) ? cellOf(venue) : no)),
  });
  const has = (feature: string) => (venue: VenueId) => {
    const features: readonly string[] = marketOf(venue, marketClass)?.features ?? [];
    return features.includes(feature) ? yes : no;
  };
  return [
    ...orderTypes.map((type) =>
      row(`\`${type}\``, ofOrders, (venue) => typeCell(venue, marketClass, type)),
    ),
    ...timesInForce.map((force) =>
      row(`\`${force}\``, ofOrders, (venue) =>
        marketOf(venue, marketClass)?.timesInForce.includes(force) ? yes : no,
      ),
    ),
    row('`post_only`', ofOrders, has('post_only')),
    row('`reduce_only`', ofOrders, has('reduce_only')),
    ...(marketClass === 'perp' ? [row('hedge mode', ['Verification'], hedgeCell)] : []),
  ];
}

/** Returns whether the venue has hedge mode, for paper and live accounts alike. */
function hedgeCell(venue: VenueId): Cell {
  const { perp, hedgedSettles } = capabilitiesOf(venue);
  if (!perp?.features.includes('hedge_mode')) return no;
  if (!hedgedSettles) return yes;
  const settles = hedgedSettles.join(', ');
  return { ...yes, why: `Perpetuals in ${settles} alone: other contracts are held one way.` };
}

function marketOf(venue: VenueId, marketClass: MarketClass) {
  return capabilitiesOf(venue)[marketClass];
}

function typeCell(
  venue: VenueId,
  marketClass: MarketClass,
  type: (typeof orderTypes)[number],
): Cell {
  if (!marketOf(venue, marketClass)?.orderTypes.includes(type)) return no;
  const marketType = marketClass === 'spot' ? 'spot' : 'swap';
  const translated = sides.filter((side) => translationOf({ venue, marketType }, type, side));
  const [side] = translated;
  if (side === undefined) return yes;
  const { as, why } = translationOf({ venue, marketType }, type, side) ?? {};
  return {
    word: 'translated',
    ...(translated.length === 1 && { only: `${side}s` }),
    why: `As a \`${as}\` IOC at the worst price it may have: ${why}.`,
  };
}

/** Returns the market types for which a class of an exchange has the ability. */
type Markets = (dialect: Dialect) => readonly MarketType[];

function accountAbilities(): readonly Ability[] {
  const row = (name: string, proofs: readonly string[], markets: Markets): Ability => ({
    name,
    proofs,
    cells: venueIds.map((venue) => accountCell(venue, marketTypesOf(venue), markets)),
  });
  const ofPerps = (name: string, proofs: readonly string[], has: (perps: Perps) => unknown) => ({
    name,
    proofs,
    cells: venueIds.map((venue) => {
      const contracts = marketTypesOf(venue).filter((type) => marketClassOf(type) === 'perp');
      return accountCell(venue, contracts, ({ perps, marketTypes }) =>
        perps && has(perps) !== undefined ? marketTypes : [],
      );
    }),
  });
  const settings = ['PerpCells', 'Perps'];
  const payments = ['PerpCells', 'Perps', 'Funding'];
  return [
    row('its orders are told over a stream', ['Updates', 'Stream'], ({ userStreams = [] }) =>
      userStreams.flatMap((stream) => stream.marketTypes),
    ),
    ofPerps('leverage', settings, (perps) => perps.leverage),
    ofPerps('margin mode', settings, (perps) => perps.setMarginMode),
    ofPerps('positions', settings, (perps) => perps.positions),
    ofPerps('funding rate', payments, (perps) => perps.fundingRate),
    ofPerps('funding that was paid', payments, (perps) => perps.fundingPayments),
    ofPerps('realised profits', payments, (perps) => perps.realizedPnl),
    ofPerps('past mark prices', ['histories'], (perps) => perps.markCandles),
    ofPerps('rebates', ['histories'], (perps) => perps.rebates),
    ofPerps("the exchange's own TWAP orders, read", ['histories'], (perps) => perps.twaps),
    row('moves between wallets', ['PerpCells', 'Transfers'], ({ transfers, marketTypes }) =>
      transfers ? marketTypes : [],
    ),
    { name: 'portfolio margin', proofs: ['PerpCells', 'Portfolio'], cells: portfolioCells() },
    row('fees the account pays', ['Fees'], ({ fees }) => fees?.marketTypes ?? []),
    { name: 'fees of its fills', proofs: ['Orders', 'Fees'], cells: venueIds.map(feesCell) },
    row("dead man's switch", ['Switch'], (its) => its.deadMansSwitch?.marketTypes ?? []),
    row('what its key may do', ['Verification'], ({ keyFacts, marketTypes }) =>
      keyFacts ? marketTypes : [],
    ),
  ];
}

type Perps = NonNullable<Dialect['perps']>;

/** @param wanted The markets that the ability is about; the exchange's others do not matter. */
function accountCell(venue: VenueId, wanted: readonly MarketType[], markets: Markets): Cell {
  const having = dialectsOf({ ...productionOf(venue), portfolioMargin: false }).flatMap(markets);
  const there = wanted.filter((type) => having.includes(type));
  if (there.length === 0) return no;
  return there.length === wanted.length ? yes : { ...yes, only: there.join(', ') };
}

function portfolioCells(): readonly Cell[] {
  const only = 'accounts with portfolio_margin';
  return venueIds.map((venue) => {
    const own = dialectsOf({ ...productionOf(venue), portfolioMargin: true });
    return own.some((dialect) => dialect.portfolioMargin) ? { ...yes, only } : no;
  });
}

function feesCell(venue: VenueId): Cell {
  const own = dialectsOf({ ...productionOf(venue), portfolioMargin: false });
  const estimated = marketTypesOf(venue).filter((type) => estimatesFees(own, type));
  if (estimated.length === 0) return yes;
  const why = 'Its list of fills tells no fees: they are reckoned from the base tier.';
  return { word: 'translated', only: estimated.join(', '), why };
}
