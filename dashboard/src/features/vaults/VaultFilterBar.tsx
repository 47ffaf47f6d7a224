import { useQuery } from '@tanstack/react-query';
import { vaultSortFields } from '@windlass/contract';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useClient } from '../../shared/api.tsx';
import { useSettled } from '../../shared/clock.ts';
import { shortId } from '../../shared/format.ts';
import { changeParams, useLocation } from '../../shared/location.ts';
import { NumberField, SelectField, TextField } from '../../shared/ui/Field.tsx';
import type { VaultFilters } from './filters.ts';
import { vaultStatsQuery } from './queries.ts';

/** Returns a function that changes a field of the address and goes to the list's first page. */
function change(field: string) {
  return (value: string) => changeParams({ [field]: value.trim(), page: undefined });
}

const sortWords: Readonly<Record<(typeof vaultSortFields)[number], string>> = {
  creationDate: 'Date of creation',
  creationLedger: 'Ledger of creation',
  vaultName: 'Name',
  updatedAt: 'Last change',
};

/** Shows the filters and the sorting of the list. The address holds all of them. */
export function VaultFilterBar({ wrong }: Pick<VaultFilters, 'wrong'>) {
  const { params } = useLocation();
  const of = (field: string, fallback = '') => params.get(field) ?? fallback;
  return (
    <div className="vaults-filters">
      <TypedFilter field="search" label="Search names" wrong={wrong.search} />
      <OwnerFilter wrong={wrong.owner} />
      <SelectField
        label="Trading"
        value={of('tradePermission')}
        onChange={change('tradePermission')}
        options={[
          ['', 'All vaults'],
          ['true', 'May trade'],
          ['false', 'May not trade'],
        ]}
      />
      <SelectField
        label="Sort by"
        value={of('sortBy', 'creationDate')}
        onChange={change('sortBy')}
        options={vaultSortFields.map((field) => [field, sortWords[field]] as const)}
      />
      <SelectField
        label="Order"
        value={of('sortOrder', 'desc')}
        onChange={change('sortOrder')}
        options={[
          ['desc', 'Descending'],
          ['asc', 'Ascending'],
        ]}
      />
      <TypedFilter field="minLedger" label="After ledger" wrong={wrong.minLedger} isNumber />
      <TypedFilter field="maxLedger" label="Before ledger" wrong={wrong.maxLedger} isNumber />
    </div>
  );
}

interface TypedFilterProps {
  readonly field: string;
  readonly label: string;
  readonly wrong: string | undefined;
  readonly isNumber?: boolean;
  readonly list?: string;
  readonly placeholder?: string;
}

/** Pause in typing before the service is asked. */
const quietMs = 350;

function TypedFilter({ field, label, wrong, isNumber = false, ...rest }: TypedFilterProps) {
  const { params } = useLocation();
  const shown = params.get(field) ?? '';
  const [text, setText] = useState(shown);
  const settled = useSettled(text, quietMs);
  useEffect(() => setText(shown), [shown]);
  const settle = useEffectEvent(() => {
    if (settled.trim() !== shown) change(field)(settled);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is what was typed that settles
  useEffect(() => settle(), [settled]);
  const Kind = isNumber ? NumberField : TextField;
  return <Kind label={label} wrong={wrong} value={text} onChange={setText} {...rest} />;
}

function OwnerFilter({ wrong }: { wrong: string | undefined }) {
  const id = useId();
  const { data } = useQuery(vaultStatsQuery(useClient()));
  return (
    <>
      <TypedFilter field="owner" label="Owner" placeholder="G…" wrong={wrong} list={id} />
      <datalist id={id}>
        {data?.topOwners.map(({ owner, vaultCount }) => (
          <option key={owner} value={owner}>{`${shortId(owner)}: ${vaultCount} vaults`}</option>
        ))}
      </datalist>
    </>
  );
}
