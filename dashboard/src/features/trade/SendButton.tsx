import type { ReactNode } from 'react';
import { ConfirmButton } from '../../shared/ui/ConfirmButton.tsx';
import type { Side } from './ticket.ts';

interface SendButtonProps {
  /** Text on the button, and in the question before it. */
  readonly label: string;
  readonly side: Side;
  readonly isDisabled: boolean;
  readonly isSending: boolean;
  /** Warning before real money moves; undefined when none does. */
  readonly warning: ReactNode;
  readonly onSend: () => Promise<void>;
}

/** Sends at once on paper, and asks first when the money is real. */
export function SendButton(props: SendButtonProps) {
  const { label, side, isDisabled, isSending, warning, onSend } = props;
  const text = isSending ? 'Sending…' : label;
  if (warning !== undefined) {
    return (
      <div className="trade-confirm">
        <ConfirmButton
          label={text}
          title="This moves real money"
          action={label}
          disabled={isDisabled || isSending}
          onConfirm={onSend}
        >
          {warning}
        </ConfirmButton>
      </div>
    );
  }
  return (
    <button
      type="button"
      className={`button trade-send ${side}`}
      disabled={isDisabled || isSending}
      onClick={() => void onSend()}
    >
      {text}
    </button>
  );
}
