import { CopyButton } from '../../shared/ui/CopyButton.tsx';
import { Note } from '../../shared/ui/Notes.tsx';

interface SecretNoteProps {
  readonly title: string;
  readonly secret: string;
  /** For those who hear the page. */
  readonly what: string;
  readonly onSeen: () => void;
}

/** A secret that the service tells once: it stays in sight until its reader says it is kept. */
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
