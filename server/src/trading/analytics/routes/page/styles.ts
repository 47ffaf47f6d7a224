import { Html } from './html.ts';

/**
 * All styles of the page. Colours differ in lightness too, and every text has a contrast of at
 * least 4.5 to its background, in light and dark mode.
 */
export const styles = new Html(`
:root {
  color-scheme: light dark;
  --ground: #fbfbf9; --panel: #ffffff; --ink: #1c2127; --quiet: #59636e; --line: #dcdfe3;
  --first: #1f5fae; --second: #c2701c; --good: #1a7f4b; --bad: #b3362b;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14171a; --panel: #1c2024; --ink: #e8eaed; --quiet: #a3adb8; --line: #343a41;
    --first: #6ea8ec; --second: #e5a558; --good: #5cc48d; --bad: #f08a7e;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
main { max-width: 1120px; margin: 0 auto; padding: 32px 24px 48px; }
header { border-bottom: 2px solid var(--ink); padding-bottom: 16px; margin-bottom: 24px; }
h1 { font-size: 26px; line-height: 1.2; margin: 0 0 4px; overflow-wrap: anywhere; }
h2 { font-size: 18px; margin: 0 0 4px; }
p { margin: 0 0 12px; }
.quiet { color: var(--quiet); font-size: 13px; }
header .quiet { margin: 0; font-size: 14px; }
section {
  background: var(--panel); border: 1px solid var(--line); border-radius: 8px;
  padding: 20px; margin: 0 0 20px;
}
.figures {
  display: flex; flex-wrap: wrap; gap: 12px; margin: 0 0 20px;
}
.figures div {
  flex: 1 1 132px; min-width: 0;
  background: var(--panel); border: 1px solid var(--line); border-radius: 8px;
  padding: 12px 14px;
}
.figures dt { color: var(--quiet); font-size: 13px; }
.figures dd { margin: 2px 0 0; font-size: 19px; font-weight: 600; }
.figures small { display: block; color: var(--quiet); font-size: 12px; font-weight: 400; }
.plots { display: grid; gap: 20px; grid-template-columns: repeat(2, minmax(0, 1fr)); }
.plots section { min-width: 0; }
svg { display: block; width: 100%; height: auto; font: 12px system-ui, sans-serif; }
svg text { fill: var(--quiet); }
.axis { stroke: var(--line); stroke-width: 1; }
.zero { stroke: var(--ink); stroke-width: 1; }
.first { fill: var(--first); }
.second { fill: var(--second); }
.good { fill: var(--good); }
.bad { fill: var(--bad); }
.whole { fill: var(--ink); }
.curve { fill: none; stroke: var(--first); stroke-width: 2; }
.link { stroke: var(--quiet); stroke-dasharray: 2 3; }
svg .value { fill: var(--ink); }
.legend { display: flex; gap: 16px; font-size: 13px; color: var(--quiet); margin: 0 0 8px; }
.legend svg { width: 10px; height: 10px; display: inline-block; margin-right: 6px; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--quiet); font-size: 13px; padding-bottom: 6px; }
th, td { padding: 6px 10px; text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
thead th { color: var(--quiet); font-size: 12px; font-weight: 600; }
thead th { border-bottom: 1px solid var(--ink); }
tbody th { font-weight: 500; }
tbody th, tbody td { border-bottom: 1px solid var(--line); }
footer { color: var(--quiet); font-size: 13px; }
@media (max-width: 760px) {
  main { padding: 20px 14px 32px; }
  section { padding: 14px; }
  .plots { grid-template-columns: minmax(0, 1fr); }
  .figures { gap: 8px; }
  th:first-child, td:first-child { white-space: normal; }
  .figures dd { font-size: 16px; }
}
@media print {
  :root {
    --ground: #fff; --panel: #fff; --ink: #000; --quiet: #444; --line: #bbb;
    --first: #1f5fae; --second: #c2701c; --good: #1a7f4b; --bad: #b3362b;
  }
  main { max-width: none; padding: 0; }
  section, .figures div { break-inside: avoid; border-radius: 0; }
  section { padding: 8px 0; border-width: 1px 0 0; }
  .wide { overflow: visible; }
  /* Paper does not scroll: names break, figures do not, and all columns fit A4 and Letter. */
  th, td { padding: 2px 3px; font-size: 8px; }
  th, thead th { font-size: 8px; white-space: normal; overflow-wrap: anywhere; }
  tbody th { min-width: 64px; }
}
@page { margin: 12mm; }
`);
