import type { Store } from '../store/types.ts';
import type { Actor, NewVault } from './registry/types.ts';

/** Ledger of the main network at which the vaults would have been created. */
const firstLedger = 58_000_000;

const owners = {
  harbor: 'GCZO56WKPINMMSZ5AR7JCSPAR77XX6DHAUJBWU6IFWNVIR5LYJKKI4PX',
  northwind: 'GD4KEPCGJDUCOS24UQS35HG4B3ZUDRLXQR2ZLY74CKFUH27CZTMLJS2J',
  summit: 'GAS2J4XSBNTJOGQGPEC7JYAVIGLP7OL3KSFWLEKAQHVZQGBPY2GPW3SC',
} as const;

const storage = { tradePermission: false, settings: {} } as const;

function trading(maxTradeSize: number, dailyTradeLimit: number, slippageTolerance: number) {
  return { tradePermission: true, settings: { maxTradeSize, dailyTradeLimit, slippageTolerance } };
}

type Demo = Pick<NewVault, 'name' | 'tradePermission' | 'settings' | 'address'> & {
  readonly owner: keyof typeof owners;
};

const demos: readonly Demo[] = [
  {
    name: 'Harbor Treasury',
    owner: 'harbor',
    address: 'CBXBUPRFFYZ5P5ZQSMYZYHNPQOFUAYMU5FVYQVNTWTVW44COVRTHY2UJ',
    ...storage,
  },
  {
    name: 'Northwind Market Making',
    owner: 'northwind',
    address: 'CCG3K42K57RXRB436FJJQTRER772YRSONKYGZWN7Z7VXFYVHKPU3ILDR',
    ...trading(2.5, 400, 0.3),
  },
  {
    name: 'Lagoon Yield',
    owner: 'harbor',
    address: 'CAQISJOSEVSMYVQE5ESC2PONIWMOYNGFILNQEY7KAHUVOJ6NNXGUP3ST',
    ...trading(10, 20, 1),
  },
  {
    name: 'Summit Growth',
    owner: 'summit',
    address: 'CC6YUM55FCYOSLFHJQFFPQ3TQSLYEGQERJQGW2NLRVXW23XXRST45DBO',
    ...trading(25, 5, 0.8),
  },
  {
    name: 'Delta Neutral One',
    owner: 'northwind',
    address: 'CCYNIS3P7LVUYNPPDI4FWVRZOV4LZ7XQYXCFCN2Y7VX2XN77FCXB4AFN',
    ...trading(5, 120, 0.5),
  },
  {
    name: 'Orchard Savings',
    owner: 'harbor',
    address: 'CBL3XFK6AYT6UH5REMY4EZB3XC3DVCBAD6PNPAYSEQDR4ALWN7QFRGKV',
    ...storage,
  },
  {
    name: 'Beacon Rebalancing',
    owner: 'summit',
    address: 'CD25AUL4CIXIVX7LFAHXEWCHO66CJYMR3Z5H5RI4KDYLJ64YIKXPQG3T',
    ...trading(15, 12, 0.7),
  },
  {
    name: 'Granite Reserve',
    owner: 'summit',
    address: 'CBRIXVH7AWPE2O4DAPLR4X22PSRR7PWPF7RWU4GALVREPBHPFMFVD2LA',
    ...storage,
  },
];

/** Setting that an empty registry was filled once: if its owner empties it, it stays empty. */
const madeSetting = 'vault.demo';

interface DemoDeps {
  readonly store: Store;
  createVault(vault: NewVault, actor: Actor): Promise<unknown>;
}

/** Fills an empty registry with sample vaults; does nothing the second time. */
export async function createDemoVaults({ store, createVault }: DemoDeps): Promise<void> {
  const made = await store.db
    .selectFrom('settings')
    .select('name')
    .where('name', '=', madeSetting)
    .executeTakeFirst();
  if (made) return;
  const known = await store.db.selectFrom('vaults').select('id').limit(1).executeTakeFirst();
  const actor = { id: 'system', name: 'demo', requestId: undefined };
  for (const [index, demo] of known ? [] : demos.entries()) {
    const creationLedger = firstLedger + index * 173_441;
    await createVault({ ...demo, owner: owners[demo.owner], creationLedger }, actor);
  }
  await store.write.settleSetting(madeSetting, 'made');
}
