import { type ReactNode, useRef, useState } from 'react';
import { ErrorNote } from './Notes.tsx';

interface ConfirmButtonProps {
  /** Text on the button that opens the question. */
  readonly label: string;
  /** Text for screen readers, when the label alone does not say which row is meant. */
  readonly accessibleLabel?: string;
  readonly title: string;
  /** Effects of the action, with its numbers. */
  readonly children: ReactNode;
  /** Text on the button that does it: a verb with its object, never "OK". */
  readonly action: string;
  readonly onConfirm: () => Promise<unknown>;
  readonly disabled?: boolean;
  readonly isSmall?: boolean;
}

/**
 * A button for an irreversible action, which first shows its effects. The dialog stays open until
 * it is done, so that a failure appears where the decision was made.
 */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, accessibleLabel, title, children, action, onConfirm, disabled, isSmall } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const [isAsked, setIsAsked] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  // Two presses may come before React has drawn the first.
  const isUnderWay = useRef(false);
  const [failure, setFailure] = useState<unknown>();

  const open = () => {
    setIsAsked(true);
    setFailure(undefined);
    dialog.current?.showModal();
  };
  const close = () => dialog.current?.close();
  const confirm = async () => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsBusy(true);
    setFailure(undefined);
    try {
      await onConfirm();
      close();
    } catch (error) {
      setFailure(error);
    } finally {
      isUnderWay.current = false;
      setIsBusy(false);
    }
  };

  return (
    <>
      <button
        type="button"
        className={`button danger${isSmall ? ' small' : ''}`}
        aria-label={accessibleLabel}
        disabled={disabled}
        onClick={open}
      >
        {label}
      </button>
      <dialog ref={dialog} aria-label={title} onClose={() => setIsAsked(false)}>
        {isAsked && (
          <div className="stack">
            <h2>{title}</h2>
            <div>{children}</div>
            {failure !== undefined && <ErrorNote error={failure} />}
            <Choice action={action} isBusy={isBusy} close={close} confirm={confirm} />
          </div>
        )}
      </dialog>
    </>
  );
}

interface ChoiceProps {
  readonly action: string;
  readonly isBusy: boolean;
  readonly close: () => void;
  readonly confirm: () => Promise<void>;
}

/** Shows the choice. The way back comes first, because a hurried Enter hits it. */
function Choice({ action, isBusy, close, confirm }: ChoiceProps) {
  return (
    <div className="row">
      <button type="button" className="button" onClick={close}>
        Go back
      </button>
      <button
        type="button"
        className="button danger"
        disabled={isBusy}
        onClick={() => void confirm()}
      >
        {isBusy ? 'Working…' : action}
      </button>
    </div>
  );
}
