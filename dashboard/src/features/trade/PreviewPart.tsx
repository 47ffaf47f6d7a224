import { formatExact, formatUsd, formatWord } from '../../shared/format.ts';
import { Pairs } from '../../shared/ui/Figures.tsx';
import { Note } from '../../shared/ui/Notes.tsx';
import type { PreviewAnswer } from './queries.ts';
import type { OrderTerms } from './ticket.ts';

interface PreviewPartProps {
  readonly terms: OrderTerms;
  readonly answer: Extract<PreviewAnswer, { kind: 'taken' }>;
}

/** Shows the order as it would be sent to the exchange. */
export function PreviewPart({ terms, answer }: PreviewPartProps) {
  const { preview, warnings } = answer;
  const left = preview.remaining_usd - preview.order_value_usd;
  return (
    <>
      <Pairs
        of={[
          ['Counts against the daily limit', formatUsd(preview.order_value_usd)],
          ...(terms.reduce_only
            ? []
            : ([['Left of it after this order', formatUsd(Math.max(0, left))]] as const)),
        ]}
      />
      {preview.changes.map(({ field, from, to, reason }) => (
        <Note key={field}>
          {formatWord(field)} {formatExact(from)} becomes <strong>{formatExact(to)}</strong>:{' '}
          {reason}.
        </Note>
      ))}
      {warnings.map((text) => (
        <Note key={text} mood="warn">
          {text}
        </Note>
      ))}
    </>
  );
}
