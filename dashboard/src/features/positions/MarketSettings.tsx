import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type TradedAccountWire, venueFactsOf } from '@windlass/contract';
import { useState } from 'react';
import { useClient } from '../../shared/api.tsx';
import { formatQuantity, formatWord } from '../../shared/format.ts';
import { moneyOf } from '../../shared/money.ts';
import { Answer } from '../../shared/ui/Answer.tsx';
import { ConfirmButton } from '../../shared/ui/ConfirmButton.tsx';
import { NumberField, readNumber } from '../../shared/ui/Field.tsx';
import { Figures } from '../../shared/ui/Figures.tsx';
import { venueName } from '../../shared/venues.ts';
import { leverageQuery, positionsKey } from './queries.ts';

interface MarketSettingsProps {
  readonly account: TradedAccountWire;
  readonly symbol: string;
  readonly barred: string | undefined;
}

export function MarketSettings(props: MarketSettingsProps) {
  const { account, symbol } = props;
  const { exchange_account_id, exchange } = account;
  const set = useQuery(leverageQuery(useClient(), { exchange_account_id, symbol }));
  const facts = venueFactsOf(exchange);
  return (
    <Answer of={set} what="Leverage">
      {({ leverage, margin_mode, position_size }) => (
        <div className="stack">
          <div className="positions-set">
            <Figures
              of={[
                ['Leverage', leverage === null ? '–' : `${formatQuantity(leverage)}×`],
                ['Margin mode', margin_mode === null ? '–' : formatWord(margin_mode)],
                ['Position', position_size === 0 ? 'None' : formatQuantity(position_size)],
              ]}
            />
          </div>
          {facts?.leverageNote !== undefined && <p className="small muted">{facts.leverageNote}</p>}
          <LeverageForm {...props} isHeld={position_size !== 0} />
          {facts?.marginModeOf !== undefined && (
            <ModeButton
              {...props}
              next={margin_mode === 'isolated' ? 'cross' : 'isolated'}
              isWhole={facts.marginModeOf === 'account'}
              isHeld={position_size !== 0}
            />
          )}
        </div>
      )}
    </Answer>
  );
}

/** Sends a setting, and reads again what it changes. */
function useSetting(change: () => Promise<unknown>) {
  const queries = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: change,
    onSettled: () => queries.invalidateQueries({ queryKey: positionsKey }),
  });
  return mutateAsync;
}

function LeverageForm(props: MarketSettingsProps & { readonly isHeld: boolean }) {
  const { account, symbol, barred, isHeld } = props;
  const { exchange_account_id, exchange } = account;
  const client = useClient();
  const [text, setText] = useState('');
  const leverage = readNumber(text);
  const isWrong = leverage !== undefined && !(leverage >= 1);
  const change = useSetting(() =>
    client.setLeverage({ exchange_account_id, symbol, leverage: leverage ?? Number.NaN }),
  );
  const target = `${formatQuantity(leverage)}×`;
  return (
    <div className="positions-setting">
      <NumberField
        label="New leverage"
        value={text}
        onChange={setText}
        placeholder="5"
        wrong={isWrong ? 'A number from 1 on' : undefined}
        hint={barred}
      />
      <ConfirmButton
        label="Set leverage…"
        title={`Set the leverage of ${symbol} on ${exchange_account_id} to ${target}?`}
        action={`Set ${target}`}
        disabled={barred !== undefined || leverage === undefined || isWrong}
        onConfirm={() => change().then(() => setText(''))}
      >
        {venueName(exchange)} will ask {formatShareOf(leverage)} of a position's worth as margin in
        this market.
        {isHeld && ' There is a position now: its margin and liquidation price may move.'}
        {moneyOf(account) === 'real' && <strong> Real money.</strong>}
      </ConfirmButton>
    </div>
  );
}

function formatShareOf(leverage: number | undefined): string {
  return leverage === undefined ? 'a part' : `1/${formatQuantity(leverage)}`;
}

interface ModeButtonProps extends MarketSettingsProps {
  readonly next: 'cross' | 'isolated';
  /** True when it applies to the whole account, not to this market alone. */
  readonly isWhole: boolean;
  readonly isHeld: boolean;
}

function ModeButton({ account, symbol, barred, next, isWhole, isHeld }: ModeButtonProps) {
  const { exchange_account_id, exchange } = account;
  const client = useClient();
  const change = useSetting(() =>
    client.setMarginMode({ exchange_account_id, symbol, margin_mode: next }),
  );
  const what = isWhole ? `all markets of ${exchange_account_id}` : symbol;
  return (
    <div className="row">
      <ConfirmButton
        label={`Change to ${next}…`}
        title={`Margin ${what} ${next}${isWhole ? '' : ` on ${exchange_account_id}`}?`}
        action={`Change to ${next}`}
        disabled={barred !== undefined || isHeld}
        onConfirm={change}
      >
        <p>
          {next === 'cross'
            ? 'The whole wallet will back all positions: a loss can take all of it.'
            : 'Each position will have its own margin, and is liquidated when that is used up.'}
          {isWhole && ` On ${venueName(exchange)} the mode is of the whole account.`}
          {moneyOf(account) === 'real' && <strong> Real money.</strong>}
        </p>
      </ConfirmButton>
      {isHeld && (
        <span className="small muted">
          The mode cannot change while there is a position in the market.
        </span>
      )}
    </div>
  );
}
