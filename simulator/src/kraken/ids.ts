const letters = '0123456789ABCDEFGHJKLMNPQRSTUVWX';
const length = 16;
const bitsPerLetter = 5n;
const space = 1n << (bitsPerLetter * BigInt(length));
/** Odd, so that no two numbers share an id, and large, so that ids show no order. */
const spread = 0x9e37_79b9_7f4a_7c15_f39dn;

/** Returns an id such as `OQRPN2-LRHFY-HIFA7D`, which shows neither order nor count. */
export function orderTxid(id: number): string {
  return txid('O', id);
}

export function tradeTxid(tradeId: number): string {
  return txid('T', tradeId);
}

export function transferRefid(number: number): string {
  return txid('B', number);
}

function txid(kind: 'O' | 'T' | 'B', number: number): string {
  let rest = ((BigInt(number) + 1n) * spread) % space;
  let text = '';
  while (text.length < length) {
    text += letters.charAt(Number(rest % (1n << bitsPerLetter)));
    rest >>= bitsPerLetter;
  }
  return `${kind}${text.slice(0, 5)}-${text.slice(5, 10)}-${text.slice(10)}`;
}
