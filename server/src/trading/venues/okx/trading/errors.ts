import { type ErrorMeaning, refusalTexts } from '../../shared/live/failures.ts';

/**
 * Returns a pattern for a code of the venue, as that of the whole answer or of the one order in it.
 * Some codes have a second part, such as 51008_1001.
 */
function code(digits: string): RegExp {
  return new RegExp(`"s?code":\\s*"?(${digits})(_\\d+)?"?\\s*[,}]`, 'i');
}

/**
 * Meanings of the venue's codes (okx API v5, error code). There are none here for a post-only order
 * that would take and a fill-or-kill order that cannot fill: the venue accepts and cancels them.
 */
export const okxErrors: readonly ErrorMeaning[] = [
  // The last two concern the client id of an algo order.
  { pattern: code('51016|51065|51068'), means: 'DUPLICATE' },
  {
    pattern: code('51277|51278|51279|51280'),
    means: 'WOULD_TRIGGER',
    message: refusalTexts.wouldTrigger,
  },
  {
    pattern: code('51169|51170'),
    means: 'NOTHING_TO_REDUCE',
    message: refusalTexts.nothingToReduce,
  },
  // Comes with the code of every bad parameter.
  { pattern: /"Parameter posSide error/, means: 'POSITION_MODE' },
  { pattern: code('51008|51119|51127|51131'), means: 'INSUFFICIENT_BALANCE' },
  // A bad parameter: for settings and transfers its value is the caller's.
  { pattern: /"Parameter (lever|amt|ccy) error/, means: 'INVALID' },
  // For settings: open orders or positions, unaccepted values, and too little margin left.
  { pattern: code('59000|59100|59101|59107'), means: 'CONFLICT' },
  { pattern: code('59102|59104|59105|59106|59128'), means: 'INVALID' },
  { pattern: code('59103|59108|59109'), means: 'INSUFFICIENT_BALANCE' },
  // For transfers: too much for the wallet or its positions, and an invalid amount or asset.
  { pattern: code('58121|58350'), means: 'INSUFFICIENT_BALANCE' },
  { pattern: code('58003|58006|58114|58116'), means: 'INVALID' },
  { pattern: code('58004|58100|58101|5810[3-9]|5811[0-2]|58117|5812[5-9]'), means: 'OTHER' },
  // 51410, under way already, is none of these.
  { pattern: code('51400|51401|51402|51603'), means: 'notFound' },
  // Its own time-outs, maintenance and busy moments: it does not say what became of the order.
  {
    pattern: code('50001|50004|50005|50013|50026|51054|51149|51410|58007|58124'),
    means: 'unknown',
  },
  // 50102 and 50112 concern our clock.
  { pattern: code('50011|50040|50061|50102|50112|51113|58102|58120'), means: 'limited' },
  {
    pattern: code('50100|50101|50103|50104|50105|50106|50107|50111|50113|50114|50119'),
    means: 'OTHER',
    message: refusalTexts.badCredentials,
  },
  // ccxt gives these errors no particular class: refusals of a frozen account or a parameter, of
  // what a key may do, and all others of the trade class.
  { pattern: code('5001[0-9]|5002[0-8]|50062|50120|51\\d{3}|54\\d{3}'), means: 'OTHER' },
];
