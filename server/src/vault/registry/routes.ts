import { addressErrors, type Data, vaultEndpoints } from '@windlass/contract';
import { actorOf } from '../../http/actor.ts';
import {
  type Answer,
  answer,
  type Binding,
  bind,
  type PartIssue,
  type RawInput,
} from '../../http/bind.ts';
import { paginate } from '../../http/pagination.ts';
import { AppError } from '../../kit/errors.ts';
import { isoTime } from '../../kit/isoTime.ts';
import { type AddressRules, checkAddresses } from '../routes/addressCheck.ts';
import type { SettingsChange, VaultListQuery, VaultRegistry } from './types.ts';
import { toStatsWire, toVaultWire } from './wire.ts';

interface VaultRoutesDeps {
  readonly registry: VaultRegistry;
  readonly addresses: AddressRules;
}

/** Routes of the vault registry (Vaults §4.1 to §4.10). */
export function vaultRoutes(deps: VaultRoutesDeps): Binding[] {
  return [...readRoutes(deps), ...writeRoutes(deps)];
}

function readRoutes({ registry, addresses }: VaultRoutesDeps): Binding[] {
  const ownerQuery = checkAddresses(addresses, [
    { part: 'query', field: 'owner', kind: 'account' },
  ]);
  const ownerPath = checkAddresses(addresses, [
    { part: 'params', field: 'owner', kind: 'account' },
  ]);
  const contractPath = checkAddresses(addresses, [
    { part: 'params', field: 'address', kind: 'contract' },
  ]);
  return [
    bind(vaultEndpoints.listVaults, ({ query }) => page(registry, query), { check: ownerQuery }),
    bind(
      vaultEndpoints.listTradeVaults,
      ({ query }) => page(registry, { ...query, tradePermission: true }),
      { check: ownerQuery },
    ),
    bind(
      vaultEndpoints.listOwnerVaults,
      ({ params, query }) => page(registry, { ...query, owner: params.owner }),
      { check: ownerPath },
    ),
    bind(
      vaultEndpoints.getVaultStats,
      async ({ query }) => toStatsWire(await registry.stats(query)),
      { check: ownerQuery },
    ),
    bind(
      vaultEndpoints.getVaultByAddress,
      async ({ params }) => toVaultWire(await byAddress(registry, params.address)),
      { check: contractPath },
    ),
    bind(vaultEndpoints.getVault, async ({ params }) =>
      toVaultWire(await registry.find(params.id)),
    ),
  ];
}

function writeRoutes({ registry, addresses }: VaultRoutesDeps): Binding[] {
  const message = addressErrors.any;
  const bodyAddresses = checkAddresses(addresses, [
    { part: 'body', field: 'vaultOwner', kind: 'account', message },
    { part: 'body', field: 'vaultAddress', kind: 'contract', message },
  ]);
  return [
    bind(
      vaultEndpoints.createVault,
      async ({ body }, context) => {
        const request = {
          name: body.vaultName,
          owner: body.vaultOwner,
          address: body.vaultAddress,
          creationLedger: body.creationLedger,
          tradePermission: body.tradePermission,
          settings: settingsOf(body),
        };
        const vault = await registry.create(request, actorOf(context));
        return answer(toVaultWire(vault), vault.tradePermission ? {} : { message: storageCreated });
      },
      { check: bodyAddresses },
    ),
    bind(
      vaultEndpoints.updateVault,
      async ({ params, body }, context) => {
        const { vaultName: name, tradePermission } = body;
        const change = { name, tradePermission, settings: settingsOf(body) };
        return toVaultWire(await registry.update(params.id, change, actorOf(context)));
      },
      { check: refuseFixed },
    ),
    bind(vaultEndpoints.toggleVaultTrade, async ({ params, body }, context) => {
      const to = { tradePermission: body.tradePermission, settings: settingsOf(body) };
      return toVaultWire(await registry.toggle(params.id, to, actorOf(context)));
    }),
    bind(vaultEndpoints.deleteVault, async ({ params }, context) => {
      const deletedAtMs = await registry.remove(params.id, actorOf(context));
      return { id: params.id, deletedAt: isoTime(deletedAtMs) };
    }),
  ];
}

/** Vaults §4.4: these fields cannot be changed, and a caller who sends one gets an error. */
const fixedFields = {
  vaultOwner: 'vaultOwner cannot be changed. Leave it out, or create another vault',
  vaultAddress: 'vaultAddress cannot be changed. Leave it out, or create another vault',
} as const;

function refuseFixed({ body }: RawInput): PartIssue[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(fixedFields)
    .filter(([field]) => Object.hasOwn(body, field))
    .map(([field, message]) => ({
      part: 'body',
      field,
      message,
      value: Reflect.get(body, field),
    }));
}

/** Vaults §4.1: the message for a vault that may not trade. */
const storageCreated = 'Storage vault created successfully';

async function page(
  registry: VaultRegistry,
  query: VaultListQuery,
): Promise<Answer<Data<typeof vaultEndpoints.listVaults>>> {
  const { total, vaults } = await registry.list(query);
  const pagination = paginate({ page: query.page, limit: query.limit, totalItems: total });
  return answer(vaults.map(toVaultWire), { pagination });
}

/** Vaults §4.6 has different messages. */
async function byAddress(registry: VaultRegistry, address: string) {
  const vault = await registry.findByAddress(address);
  if (vault) return vault;
  throw new AppError('VAULT_NOT_FOUND', {
    message: 'Vault not found with the specified address',
  });
}

/** Returns only the settings of a body. */
function settingsOf(body: SettingsChange): SettingsChange {
  const { maxTradeSize, dailyTradeLimit, slippageTolerance } = body;
  return { maxTradeSize, dailyTradeLimit, slippageTolerance };
}
