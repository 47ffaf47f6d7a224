import { Component, type ReactNode } from 'react';
import { ErrorNote } from '../shared/ui/Notes.tsx';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
}

interface Caught {
  readonly fault: unknown;
}

/** Keeps the error of one page from breaking the other pages and the way out. */
export class Boundary extends Component<Props, Caught> /* tidy-ok: React takes nothing else */ {
  override state: Caught = { fault: undefined };

  static getDerivedStateFromError(fault: unknown): Caught {
    return { fault };
  }

  override render() {
    const { fault } = this.state;
    if (fault === undefined) return this.props.children;
    return (
      <div className="stack">
        <ErrorNote error={fault} what={`The page ${this.props.title} has a fault`} />
        <div className="row">
          <button
            type="button"
            className="button primary"
            onClick={() => this.setState({ fault: undefined })}
          >
            Try again
          </button>
        </div>
      </div>
    );
  }
}
