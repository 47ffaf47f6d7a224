/** The role files of an exchange's folder: docs/guides/adding-a-venue.md says what each does. */

/** The files of one folder whose names all exchanges share. */
export interface Roles {
  readonly must: readonly string[];
  readonly may: readonly string[];
  /** The type of the object that a role file exports, where its role has one. */
  readonly types: ReadonlyMap<string, string>;
}

const none: ReadonlyMap<string, string> = new Map();

/** Plain data that `index.ts` names, and what other parts share. */
export const top: Roles = {
  must: files('index capabilities fees hosts paperRules simulated symbols wallets', 'README.md'),
  may: files('collateral'),
  types: none,
};

/** Both products of an exchange share these, where it has two. */
const marketDataShared: Roles = {
  must: files('index collector feed'),
  may: [],
  types: new Map([['collector.ts', 'FeedCollector']]),
};

const marketDataProduct: Roles = {
  must: files('book frames listing protocol'),
  may: files('checksum proof'),
  types: new Map([['listing.ts', 'VenueListing']]),
};

const tradingShared: Roles = { must: files('index'), may: files('clientIds'), types: none };

const tradingRoles = files(
  'balances conditionals deadMansSwitch fees fills fundingRate ledger leverage',
  'markCandles marks orderTypes perps portfolioMargin positions rebates rows transfers',
);

const tradingTypes: ReadonlyMap<string, string> = new Map([
  ['deadMansSwitch.ts', 'DeadMansSwitch'],
  ['dialect.ts', 'Dialect'],
  ['errors.ts', 'ErrorMeaning'],
  ['fees.ts', 'FeesDialect'],
  ['limits.ts', 'VenueLimits'],
  ['perps.ts', 'PerpsDialect'],
  ['portfolioMargin.ts', 'PortfolioMarginDialect'],
  ['transfers.ts', 'TransfersDialect'],
  ['userStreams.ts', 'UserStream'],
]);

const tradingProduct: Roles = {
  must: files(
    'account dialect endpoints errors fills limits',
    'lookup openOrders sending states userStreams',
  ),
  may: tradingRoles,
  types: tradingTypes,
};

/** Another kind of account of the same product: it has of its own only what differs. */
const tradingVariant: Roles = {
  must: files('dialect errors'),
  may: [...tradingProduct.must, ...tradingRoles],
  types: tradingTypes,
};

/** Names under which some exchanges had a role before it had one name, and the name it has. */
export const formerNames: ReadonlyMap<string, string> = new Map([
  ['accountBook.ts', 'ledger.ts'],
  ['bills.ts', 'ledger.ts'],
  ['bookStream.ts', 'book.ts'],
  ['executions.ts', 'fills.ts'],
  ['finding.ts', 'lookup.ts'],
  ['incomes.ts', 'ledger.ts'],
  ['keyFacts.ts', 'account.ts'],
  ['ledgers.ts', 'ledger.ts'],
  ['margin.ts', 'portfolioMargin.ts'],
  ['orders.ts', 'sending.ts'],
  ['pairs.ts', 'oco.ts'],
  ['records.ts', 'rows.ts'],
  ['requests.ts', 'sending.ts'],
  ['settings.ts', 'leverage.ts'],
  ['submitting.ts', 'sending.ts'],
  ['triggers.ts', 'conditionals.ts'],
  ['words.ts', 'errors.ts'],
]);

/** The folders of an exchange whose products have an API each. */
const products: ReadonlySet<string> = new Set(['futures', 'spot']);
/** The folders of other kinds of accounts. */
const variants: ReadonlySet<string> = new Set(['portfolio']);
/** The folder of protocols that an exchange no longer speaks, and recordings of it hold. */
const recorded = 'recorded';
const recordedProtocol: Roles = { must: [], may: [], types: none };

/**
 * Returns the roles of a folder within an exchange's, which has the given folders; undefined for
 * folders that no exchange has. Where `marketData` or `trading` has folders of products, the roles
 * of a product are there.
 */
export function rolesOf(folder: string, folders: ReadonlySet<string>): Roles | undefined {
  if (folder === '.') return top;
  const [part = '', inner, deeper] = folder.split('/');
  const roles = partRoles.get(part);
  if (!roles || deeper !== undefined) return undefined;
  if (inner === undefined) {
    const isDivided = [...products].some((product) => folders.has(`${part}/${product}`));
    return isDivided ? roles.shared : both(roles.shared, roles.product);
  }
  if (products.has(inner)) return roles.product;
  if (part === 'marketData' && inner === recorded) return recordedProtocol;
  return part === 'trading' && variants.has(inner) ? tradingVariant : undefined;
}

/** The roles of the two parts of an exchange: what its products share, and those of each. */
export const partRoles: ReadonlyMap<string, { readonly shared: Roles; readonly product: Roles }> =
  new Map([
    ['marketData', { shared: marketDataShared, product: marketDataProduct }],
    ['trading', { shared: tradingShared, product: tradingProduct }],
  ]);

/** The names of all role files, wherever they stand. */
export const roleNames: ReadonlySet<string> = new Set(
  [top, marketDataShared, marketDataProduct, tradingShared, tradingProduct].flatMap(
    ({ must, may }) => [...must, ...may],
  ),
);

function both(shared: Roles, product: Roles): Roles {
  return {
    must: [...shared.must, ...product.must],
    may: [...shared.may, ...product.may],
    types: new Map([...shared.types, ...product.types]),
  };
}

/** File names from words: `'index feed'` names `index.ts` and `feed.ts`. */
function files(...texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => {
    if (text.endsWith('.md')) return [text];
    return text.split(' ').map((name) => `${name}.ts`);
  });
}
