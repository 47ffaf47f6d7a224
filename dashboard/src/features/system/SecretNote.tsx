import { CopyButton } from '../../shared/ui/CopyButton.tsx';
import { Note } from '../../shared/ui/Notes.tsx';

interface SecretNoteProps {
  readonly title: string;
  readonly secret: string;
  /** Description for screen readers. */
  readonly what: string;
  readonly onSeen: () => void;
}

/** Shows a secret that the service tells only once, until the reader confirms that it is stored. */
export function SecretNote({ title, secret, what, onSeen }: SecretNoteProps) {
  return (
    <Note mood="warn">
      <div className="stack">
        <p>
          <strong>{title}.</strong> Copy it now; it is not shown again.
        </p>
        <div className="row">
          <code className="system-secret">{secret}</code>
          <CopyButton text={secret} what={what} />
          <button type="button" className="button small" onClick={onSeen}>
            I have kept it
          </button>
        </div>
      </div>
    </Note>
  );
}
