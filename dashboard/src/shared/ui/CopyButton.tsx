import { useState } from 'react';
import { shortId } from '../format.ts';

interface CopyButtonProps {
  readonly text: string;
  /** Name of the copied text, for screen readers: "the contract of USDC". */
  readonly what: string;
}

/** Copies a text to the clipboard, and says whether that worked. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<string>();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('Copied');
    } catch {
      // A page that came over plain http from another machine has no clipboard.
      setOutcome('No clipboard');
    }
  };
  return (
    <button
      type="button"
      className="button small"
      aria-label={`Copy ${what}`}
      onClick={() => void copy()}
      onBlur={() => setOutcome(undefined)}
    >
      <span aria-live="polite">{outcome ?? 'Copy'}</span>
    </button>
  );
}

/** Shows the ends of a long id or address. The whole is in its title and can be copied. */
export function CopyText({ text, what }: CopyButtonProps) {
  return (
    <span className="copy-text">
      <code title={text}>{shortId(text)}</code>
      <CopyButton text={text} what={what} />
    </span>
  );
}
