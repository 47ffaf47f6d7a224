import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { ErrorNote } from './Notes.tsx';

interface DialogButtonProps {
  /** Text on the button that opens the dialog. */
  readonly label: string;
  readonly accessibleLabel?: string;
  readonly title: string;
  readonly isPrimary?: boolean;
  readonly isSmall?: boolean;
  readonly disabled?: boolean;
  /** Created anew each time it is opened. */
  readonly children: (close: () => void) => ReactNode;
}

/** A button that opens a dialog, usually a form. */
export function DialogButton(props: DialogButtonProps) {
  const { label, accessibleLabel, title, isPrimary, isSmall, disabled, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const open = () => {
    setIsOpen(true);
    dialog.current?.showModal();
  };
  const close = () => dialog.current?.close();
  const look = `${isPrimary ? ' primary' : ''}${isSmall ? ' small' : ''}`;
  return (
    <>
      <button
        type="button"
        className={`button${look}`}
        aria-label={accessibleLabel}
        disabled={disabled}
        onClick={open}
      >
        {label}
      </button>
      <dialog ref={dialog} aria-label={title} onClose={() => setIsOpen(false)}>
        {isOpen && (
          <div className="stack">
            <h2>{title}</h2>
            {children(close)}
          </div>
        )}
      </dialog>
    </>
  );
}

interface DialogFormProps {
  /** Text on the button that sends: a verb with its object. */
  readonly action: string;
  readonly isBusy: boolean;
  /** True when there is nothing to send. */
  readonly isIdle?: boolean;
  readonly error: unknown;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * Shows fields with buttons to send and to cancel. A refusal appears where the decision was made.
 */
export function DialogForm(props: DialogFormProps) {
  const { action, isBusy, isIdle = false, error, onSubmit, onClose, children } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form className="stack" noValidate onSubmit={submit}>
      {children}
      {error !== null && error !== undefined && <ErrorNote error={error} />}
      <div className="row">
        <button type="button" className="button" onClick={onClose}>
          Go back
        </button>
        <button type="submit" className="button primary" disabled={isBusy || isIdle}>
          {isBusy ? 'Working…' : action}
        </button>
      </div>
    </form>
  );
}
