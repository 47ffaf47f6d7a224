import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type VaultWire, vaultEndpoints } from '@windlass/contract';
import { useState } from 'react';
import { useClient } from '../../shared/api.tsx';
import { formatCount } from '../../shared/format.ts';
import { checkInput, partOf } from '../../shared/issues.ts';
import { ConfirmButton } from '../../shared/ui/ConfirmButton.tsx';
import { DialogButton, DialogForm } from '../../shared/ui/DialogButton.tsx';
import { settleVault } from './queries.ts';
import { readSettings, SettingFields, settingTextsOf } from './VaultForms.tsx';
import { formatSetting } from './VaultList.tsx';

interface TradePermissionProps {
  readonly vault: VaultWire;
  readonly disabled: boolean;
}

/** Allows trading with its limits, or stops it. */
export function TradePermission({ vault, disabled }: TradePermissionProps) {
  const client = useClient();
  const queries = useQueryClient();
  if (!vault.tradePermission) {
    return (
      <DialogButton
        label="Allow trading…"
        title={`Allow trading of ${vault.vaultName}`}
        disabled={disabled}
      >
        {(close) => <AllowForm vault={vault} onClose={close} />}
      </DialogButton>
    );
  }
  const stop = async () => {
    const stopped = await client.toggleVaultTrade({ id: vault.id, tradePermission: false });
    await settleVault(queries, stopped);
  };
  return (
    <ConfirmButton
      label="Stop trading…"
      title={`Stop trading of ${vault.vaultName}`}
      action="Stop trading"
      onConfirm={stop}
      disabled={disabled}
    >
      <p>
        The vault may no longer trade. It may now: {limitsOf(vault)}. The limits stay stored for
        when it may again; its balances are not touched.
      </p>
    </ConfirmButton>
  );
}

/** Returns what the settings allow, as a sentence. */
function limitsOf(of: {
  maxTradeSize: number;
  dailyTradeLimit: number;
  slippageTolerance: number;
}): string {
  const { maxTradeSize, dailyTradeLimit, slippageTolerance } = of;
  const times = dailyTradeLimit === 1 ? 'once' : `${formatCount(dailyTradeLimit)} times`;
  return (
    `up to ${formatSetting(maxTradeSize)} of its value in a trade, ${times} a day, ` +
    `with up to ${formatSetting(slippageTolerance)} of slippage`
  );
}

const allowBody = partOf(vaultEndpoints.toggleVaultTrade.body);

function AllowForm({ vault, onClose }: { vault: VaultWire; onClose: () => void }) {
  const client = useClient();
  const queries = useQueryClient();
  const [texts, setTexts] = useState(settingTextsOf(vault));
  const settings = readSettings(texts);
  const input = { tradePermission: true, ...settings };
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const change = checkInput(allowBody, input);
      return await client.toggleVaultTrade({ id: vault.id, ...change });
    },
    onSuccess: async (changed) => {
      onClose();
      await settleVault(queries, changed);
    },
  });
  const isMeant = allowBody.safeParse(input).success;
  return (
    <DialogForm
      action="Allow trading"
      isBusy={isPending}
      onSubmit={() => mutate()}
      error={error}
      onClose={onClose}
    >
      <SettingFields texts={texts} onChange={setTexts} error={error} />
      {isMeant && (
        <p>
          {vault.vaultName} may then trade {limitsOf({ ...vault, ...settings })}.
        </p>
      )}
    </DialogForm>
  );
}
