import { renderShare } from './bar.ts';
import type { CliIo } from './io.ts';

/** A line of progress that is erased at the end. */
export interface ProgressLine {
  show(share: number, figures: string): void;
  end(): void;
}

const clearLine = '\r\u001b[K';

/** Draws on stderr, so that printed output stays whole. Draws nothing when nobody watches. */
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
