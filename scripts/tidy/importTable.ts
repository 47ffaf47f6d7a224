import type { Edge } from './graph.ts';
import { type Place, placeOf } from './places.ts';

/** The other trading modules that each module may use; the order has no cycle. */
const moduleUses: ReadonlyMap<string, readonly string[]> = new Map([
  ['accounts', []],
  ['alerts', ['accounts']],
  ['pricing', []],
  ['valuation', ['pricing']],
  ['stream', []],
  ['orderbook', ['stream']],
  ['fees', ['accounts', 'execution']],
  ['markets', ['pricing']],
  ['execution', ['accounts', 'orderbook', 'markets', 'stream', 'valuation']],
  ['perps', ['accounts', 'execution']],
  ['routing', ['orderbook', 'execution', 'fees', 'accounts']],
  ['pretrade', ['orderbook', 'execution', 'fees', 'markets', 'accounts']],
  ['algorithms', ['accounts', 'orderbook', 'execution', 'routing', 'perps', 'stream']],
  ['analytics', ['accounts', 'execution', 'perps', 'fees']],
]);

/** Packages allowed in places that must run anywhere or stay pure. */
const packagesOf: ReadonlyMap<Place['kind'], readonly string[]> = new Map([
  ['contract', ['zod']],
  ['client', ['socket.io-client']],
  ['model', []],
  ['matching', []],
  ['simulator', ['@msgpack/msgpack', '@noble/curves', '@noble/hashes', 'ws']],
]);

/** The one pure place that needs Node, because it listens on a port. */
const nodePlace: Place['kind'] = 'simulator';

/** The files of a module that other modules may import. */
const publicFace = /\/(index|types)\.ts$/;
const storeTypes = /^server\/src\/store\/(types|operations|schema|rows)\.ts$/;
const venuePort = /^server\/src\/trading\/venues\/([a-z]\w*P|p)ort\.ts$/;
/** Every trading file may ask which venues exist and what they support, never for one by name. */
const venueList = /^server\/src\/trading\/venues\/(registry|capabilities)\.ts$/;
const observations = /^server\/src\/trading\/observe(Orders)?\.ts$/;
/** These files give steps the types and names of the parameters that the contract defines. */
const algorithmParams = /^server\/src\/trading\/algorithms\/((\w+\/)?params|paramNames)\.ts$/;
/** The exact decimal of every workspace, also of those that know nothing else of the contract. */
const exactDecimal = 'contract/src/exact.ts';
const modelTools = /^server\/src\/kit\/(numbers|assert)\.ts$/;

/**
 * Returns true for tools that the model may use. The ids of exchanges and the words of orders are
 * defined once, in the contract, and one file of the model each imports them.
 */
function isModelTool({ from, to }: Edge): boolean {
  const isWords = /\/model\/(venue|order)\.ts$/.test(from) && to === 'contract/src/index.ts';
  return isWords || modelTools.test(to);
}

/** Returns what the importing file may import instead, or undefined when the edge is allowed. */
export function importRefusal(edge: Edge): string | undefined {
  const from = placeOf(edge.from);
  const to = placeOf(edge.to);
  return (
    exactRefusal(edge) ??
    crossServiceRefusal(edge) ??
    testRefusal(from, to) ??
    packageRefusal(edge, from, to) ??
    tableRefusal(edge, from, to)
  );
}

/** Keeps the exact decimal free of everything that the pure engine may not use. */
function exactRefusal({ from }: Edge): string | undefined {
  return from === exactDecimal ? 'the exact decimal imports nothing' : undefined;
}

/**
 * Refuses imports between the two services. Tests may import anything of their own service, so this
 * rule is not in the table.
 */
function crossServiceRefusal({ from, to }: Edge): string | undefined {
  const service = serviceOf(from);
  const other = serviceOf(to);
  const crosses = service !== undefined && other !== undefined && service !== other;
  return crosses ? 'vault and trading never import each other, in tests neither' : undefined;
}

function serviceOf(path: string): string | undefined {
  return /^server\/src\/(vault|trading)\//.exec(path)?.[1];
}

function testRefusal(from: Place, to: Place): string | undefined {
  if (from.kind === 'test' || from.kind === 'script') return undefined;
  const isAid = to.kind === 'test' || to.kind === 'script';
  return isAid ? 'the product never imports tests, their support or scripts' : undefined;
}

function packageRefusal(edge: Edge, from: Place, to: Place): string | undefined {
  if (from.kind === 'test' || from.kind === 'script') return undefined;
  const packages = packagesOf.get(from.kind);
  if (to.kind === 'builtin' && packages && from.kind !== nodePlace) {
    return `${from.kind} uses no module of Node: it also runs elsewhere`;
  }
  if (to.kind !== 'package') return undefined;
  if (edge.to === 'npm:ccxt' && from.kind !== 'venue') return 'ccxt is imported only by venues';
  if (!packages || packages.some((name) => edge.to === `npm:${name}`)) return undefined;
  return `${from.kind} may use these packages: ${packages.join(', ') || 'none'}`;
}

/** Returns the refusal of the table of allowed imports, which has a row for each place. */
function tableRefusal(edge: Edge, from: Place, to: Place): string | undefined {
  if (to.kind === 'package' || to.kind === 'builtin') return undefined;
  const among = (...kinds: readonly Place['kind'][]) => kinds.includes(to.kind);
  const row = (isAllowed: boolean, may: string) => (isAllowed ? undefined : `may import ${may}`);
  switch (from.kind) {
    case 'test':
    case 'script':
    case 'app':
    case 'package':
    case 'builtin':
      return undefined;
    case 'contract':
      return row(among('contract'), 'contract');
    case 'client':
      return row(among('client', 'contract'), 'client and contract');
    case 'cli':
      return row(among('cli', 'client', 'contract'), 'cli, client and contract');
    case 'pageApp':
    case 'feature':
    case 'pageShared':
      return pageRefusal(from, to);
    case 'matching':
      return row(among('matching') || edge.to === exactDecimal, 'matching and the exact decimal');
    case 'simulator':
      return row(
        among('simulator', 'matching') || edge.to === exactDecimal,
        'simulator, matching, the exact decimal and modules of Node',
      );
    case 'kit':
      // Biome checks which of its names are imported (biome.json).
      return row(
        among('kit') || ['contract/src/index.ts', exactDecimal].includes(edge.to),
        "kit, contract's errors and the exact decimal",
      );
    case 'http':
      return row(among('http', 'kit', 'contract'), 'http, kit and contract');
    case 'store':
      return row(among('store', 'kit'), 'store and kit');
    case 'config':
      return row(among('kit', 'contract'), 'kit and contract');
    case 'system':
      return row(among('http', 'kit', 'contract'), 'http, kit and contract');
    case 'launcher':
      return row(among('main'), 'main');
    case 'main':
      return row(
        among('app', 'config', 'kit') || storeTypes.test(edge.to),
        'app, config, kit and the store’s types',
      );
    case 'model':
      return row(among('model') || isModelTool(edge), 'model, kit/numbers, kit/assert');
    case 'venuesRoot':
    case 'venueRegistry':
    case 'venue':
      return venueRefusal(edge, from, to);
    case 'access':
    case 'vault':
    case 'tradingRoot':
    case 'module':
      return moduleRefusal(edge, from, to);
    case 'unknown':
      return 'this folder has no row in scripts/tidy/importTable.ts: give it one';
  }
}

/**
 * Refuses imports of the dashboard against the order app → features → shared; no feature may import
 * another.
 */
function pageRefusal(from: Place, to: Place): string | undefined {
  if (['pageShared', 'client', 'contract'].includes(to.kind)) return undefined;
  if (from.kind === 'pageApp' && ['pageApp', 'feature'].includes(to.kind)) return undefined;
  if (from.kind === 'pageShared') return 'may import shared, client and contract';
  const isOwn = from.kind === 'feature' && to.kind === 'feature' && to.name === from.name;
  return isOwn ? undefined : 'may import its own folder, shared, client and contract';
}

function venueRefusal(edge: Edge, from: Place, to: Place): string | undefined {
  if (['model', 'kit', 'venuesRoot', 'matching'].includes(to.kind)) return undefined;
  // The paper venue has its own tables; every other venue keeps its state elsewhere.
  const isPaper = from.kind === 'venue' && from.name === 'paper';
  if (isPaper && storeTypes.test(edge.to)) return undefined;
  const isListed = to.kind === 'venue' || to.kind === 'venueRegistry';
  if (from.kind === 'venueRegistry' && isListed) return undefined;
  const isOwn = from.kind === 'venue' && to.kind === 'venue' && to.name === from.name;
  if (isOwn || (to.kind === 'venue' && to.name === 'shared')) return undefined;
  return 'may import its own folder, venues/shared, the ports, trading/model, kit and matching';
}

type ModulePlace = Extract<Place, { readonly door: boolean }>;

function moduleRefusal(edge: Edge, from: ModulePlace, to: Place): string | undefined {
  if (to.kind === 'kit' || storeTypes.test(edge.to) || isOwnFolder(from, to)) return undefined;
  const isTrading = from.kind === 'module' || from.kind === 'tradingRoot';
  if (isTrading && (to.kind === 'model' || observations.test(edge.to))) return undefined;
  const speaksWire = from.door || from.kind === 'access';
  if (to.kind === 'contract' && algorithmParams.test(edge.from)) return undefined;
  if (to.kind === 'contract' || to.kind === 'http') {
    if (speaksWire) return undefined;
    return 'only doors (routes, stream, wire, scope, service) may import contract and http';
  }
  if (from.kind === 'tradingRoot' && from.door) {
    return ['module', 'venuesRoot', 'venueRegistry'].includes(to.kind)
      ? undefined
      : 'may import its own service, kit, contract and http';
  }
  // Observations only name the types that the modules report; they call nothing.
  if (from.kind === 'tradingRoot' && to.kind === 'module' && edge.typeOnly) return undefined;
  if (isTrading && venuePort.test(edge.to)) {
    return edge.typeOnly ? undefined : 'may import the venue ports as types (import type)';
  }
  if (isTrading && venueList.test(edge.to)) return undefined;
  if (from.kind === 'module' && to.kind === 'module') return neighbourRefusal(edge, from.name);
  const also = isTrading ? ', trading/model and the venue ports' : '';
  return `may import its own folder, kit, the store’s types${also}`;
}

function isOwnFolder(from: ModulePlace, to: Place): boolean {
  if (from.kind !== 'module') return from.kind === to.kind;
  return to.kind === 'module' && to.name === from.name;
}

function neighbourRefusal(edge: Edge, from: string): string | undefined {
  const uses = moduleUses.get(from);
  if (!uses) return `module ${from} has no row in scripts/tidy/importTable.ts: give it one`;
  const target = placeOf(edge.to);
  if (target.kind !== 'module' || !uses.includes(target.name)) {
    return `module ${from} may use these modules: ${uses.join(', ') || 'none'}`;
  }
  return publicFace.test(edge.to) ? undefined : `import ${target.name} by its index.ts or types.ts`;
}
