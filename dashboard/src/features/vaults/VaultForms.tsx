import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type VaultWire, vaultEndpoints } from '@windlass/contract';
import { useState } from 'react';
import { useClient } from '../../shared/api.tsx';
import { checkInput, issueOf, partOf } from '../../shared/issues.ts';
import { changeParams } from '../../shared/location.ts';
import { DialogForm } from '../../shared/ui/DialogButton.tsx';
import { CheckField, NumberField, readNumber, TextField } from '../../shared/ui/Field.tsx';
import { settleVault } from './queries.ts';

interface FormProps {
  readonly onClose: () => void;
}

/** The three trade settings as they are typed. */
export interface SettingTexts {
  readonly maxTradeSize: string;
  readonly dailyTradeLimit: string;
  readonly slippageTolerance: string;
}

const noSettings: SettingTexts = { maxTradeSize: '', dailyTradeLimit: '', slippageTolerance: '' };

export function settingTextsOf(vault: VaultWire): SettingTexts {
  return {
    maxTradeSize: String(vault.maxTradeSize),
    dailyTradeLimit: String(vault.dailyTradeLimit),
    slippageTolerance: String(vault.slippageTolerance),
  };
}

/** Returns only the filled fields. For the others the service decides, keeps its value or asks. */
export function readSettings(texts: SettingTexts) {
  const maxTradeSize = readNumber(texts.maxTradeSize);
  const dailyTradeLimit = readNumber(texts.dailyTradeLimit);
  const slippageTolerance = readNumber(texts.slippageTolerance);
  return {
    ...(maxTradeSize !== undefined && { maxTradeSize }),
    ...(dailyTradeLimit !== undefined && { dailyTradeLimit }),
    ...(slippageTolerance !== undefined && { slippageTolerance }),
  };
}

interface SettingFieldsProps {
  readonly texts: SettingTexts;
  readonly onChange: (texts: SettingTexts) => void;
  readonly error: unknown;
}

export function SettingFields({ texts, onChange, error }: SettingFieldsProps) {
  const field = (name: keyof SettingTexts) => ({
    value: texts[name],
    onChange: (value: string) => onChange({ ...texts, [name]: value }),
    wrong: issueOf(error, name),
  });
  return (
    <div className="form-grid">
      <NumberField
        label="Max trade size, %"
        hint="of the vault's value"
        {...field('maxTradeSize')}
      />
      <NumberField label="Trades a day" hint="how many" {...field('dailyTradeLimit')} />
      <NumberField label="Slippage tolerance, %" hint="of a swap" {...field('slippageTolerance')} />
    </div>
  );
}

/** Registers a vault. Name, owner and address are checked before anything is sent. */
export function NewVaultForm({ onClose }: FormProps) {
  const client = useClient();
  const queries = useQueryClient();
  const [vault, setVault] = useState({ name: '', owner: '', address: '', ledger: '' });
  const [mayTrade, setMayTrade] = useState(false);
  const [settings, setSettings] = useState(noSettings);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () =>
      client.createVault(
        checkInput(partOf(vaultEndpoints.createVault.body), {
          vaultName: vault.name,
          vaultOwner: vault.owner.trim(),
          vaultAddress: vault.address.trim(),
          creationLedger: readNumber(vault.ledger),
          tradePermission: mayTrade,
          ...readSettings(settings),
        }),
      ),
    onSuccess: async (made) => {
      onClose();
      changeParams({ vault: made.id });
      await settleVault(queries, made);
    },
  });
  const field = (name: keyof typeof vault, issue: string) => ({
    value: vault[name],
    onChange: (value: string) => setVault({ ...vault, [name]: value }),
    wrong: issueOf(error, issue),
  });
  return (
    <DialogForm
      action="Add the vault"
      isBusy={isPending}
      onSubmit={() => mutate()}
      error={error}
      onClose={onClose}
    >
      <TextField label="Name" {...field('name', 'vaultName')} />
      <TextField
        label="Owner account"
        hint="G… and 55 more; cannot be changed later"
        {...field('owner', 'vaultOwner')}
      />
      <TextField
        label="Contract address"
        hint="C… and 55 more; cannot be changed later"
        {...field('address', 'vaultAddress')}
      />
      <NumberField
        label="Ledger of creation"
        hint="may be left out"
        {...field('ledger', 'creationLedger')}
      />
      <CheckField label="May trade" checked={mayTrade} onChange={setMayTrade} />
      <SettingFields texts={settings} onChange={setSettings} error={error} />
    </DialogForm>
  );
}

/** Changes the name and the settings. Owner and address are permanent. */
export function EditVaultForm({ vault, onClose }: FormProps & { readonly vault: VaultWire }) {
  const client = useClient();
  const queries = useQueryClient();
  const [name, setName] = useState(vault.vaultName);
  const [settings, setSettings] = useState(settingTextsOf(vault));
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const change = checkInput(partOf(vaultEndpoints.updateVault.body), {
        vaultName: name,
        ...readSettings(settings),
      });
      return await client.updateVault({ id: vault.id, ...change });
    },
    onSuccess: async (changed) => {
      onClose();
      await settleVault(queries, changed);
    },
  });
  return (
    <DialogForm
      action="Save the vault"
      isBusy={isPending}
      onSubmit={() => mutate()}
      error={error}
      onClose={onClose}
    >
      <TextField label="Name" value={name} onChange={setName} wrong={issueOf(error, 'vaultName')} />
      <SettingFields texts={settings} onChange={setSettings} error={error} />
    </DialogForm>
  );
}
