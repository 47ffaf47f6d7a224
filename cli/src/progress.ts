import { renderShare } from './bar.ts';
import type { CliIo } from './io.ts';

/** A line of progress that leaves nothing behind. */
export interface ProgressLine {
  show(share: number, figures: string): void;
  end(): void;
}

const clearLine = '\r\u001b[K';

/** Draws on stderr, so that what is printed stays whole; draws nothing where nobody looks. */
export function createProgressLine({ stderr }: Pick<CliIo, 'stderr'>): ProgressLine {
  let drawn = '';
  return {
    show(share, figures) {
      if (!stderr.isTty) return;
      const bar = renderShare(Math.min(1, Math.max(0, share)), figures, stderr.columns);
      if (bar !== drawn) stderr.write(`${clearLine}${bar}`);
      drawn = bar;
    },
    end() {
      if (drawn !== '') stderr.write(clearLine);
      drawn = '';
    },
  };
}
