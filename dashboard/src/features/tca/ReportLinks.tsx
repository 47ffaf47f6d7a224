import { useMutation } from '@tanstack/react-query';
import type { MarkoutHorizon, TcaReportWire } from '@windlass/contract';
import { useEffect, useState } from 'react';
import { useApi } from '../../shared/api.tsx';
import { saveText } from '../../shared/download.ts';
import { ErrorNote } from '../../shared/ui/Notes.tsx';
import { partsCsv } from './partsCsv.ts';

interface ReportLinksProps {
  readonly report: TcaReportWire;
  readonly horizon: MarkoutHorizon;
}

/** Links to the report for print, for spreadsheets and for programs. */
export function ReportLinks({ report, horizon }: ReportLinksProps) {
  const { page, url } = usePrintable(report, horizon);
  const name = `tca-${report.exchange_account_id}-${report.market_type}`;
  const json = () =>
    saveText({
      name: `${name}.json`,
      type: 'application/json',
      text: JSON.stringify(report, null, 2),
    });
  const csv = () => saveText({ name: `${name}.csv`, type: 'text/csv', text: partsCsv(report) });
  return (
    <div className="row">
      {page.error && <ErrorNote error={page.error} what="The printable report" />}
      {url !== undefined && (
        <a href={url} target="_blank" rel="noopener">
          Printable report
        </a>
      )}
      <button
        type="button"
        className="button small"
        disabled={page.isPending}
        onClick={() => page.mutate()}
      >
        {page.isPending ? 'Making it…' : 'Open the printable report'}
      </button>
      <button type="button" className="button small" onClick={csv}>
        Save CSV
      </button>
      <button type="button" className="button small" onClick={json}>
        Save JSON
      </button>
    </div>
  );
}

/**
 * Returns the service's own page of the report. The request needs the key, which a plain link
 * cannot carry. The page opens as a separate document that inherits this page's content policy, so
 * no script runs. A link to it remains for browsers that do not let a page open another.
 */
function usePrintable(report: TcaReportWire, horizon: MarkoutHorizon) {
  const api = useApi();
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (url === undefined) return undefined;
    return () => URL.revokeObjectURL(url);
  }, [url]);
  const page = useMutation({
    mutationFn: () => {
      const { exchange_account_id, market_type, symbol, window } = report;
      const { start, end } = window;
      const only = symbol === null ? {} : { symbol };
      const asked = { exchange_account_id, market_type, start, end, horizon, ...only };
      return api.fetchTcaPage(asked, {});
    },
    onSuccess: (text) => {
      const made = URL.createObjectURL(new Blob([text], { type: 'text/html;charset=utf-8' }));
      setUrl(made);
      window.open(made, '_blank', 'noopener');
    },
  });
  return { page, url };
}
