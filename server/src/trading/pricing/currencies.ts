/**
 * The currencies of the provider's markets endpoint: twelve coins, fiats and a few units. USDT and
 * USDC are not among them: prices quoted in these are requested in usd.
 */
export const coinGeckoCurrencies: ReadonlySet<string> = new Set(
  [
    'btc eth ltc bch bnb eos xrp xlm link dot yfi sol',
    'usd aed ars aud bdt bhd bmd brl cad chf clp cny czk dkk eur gbp gel hkd huf idr ils inr jpy',
    'krw kwd lkr mmk mxn myr ngn nok nzd php pkr pln rub sar sek sgd thb try twd uah vef vnd zar',
    'xdr xag xau bits sats',
  ].flatMap((names) => names.split(' ')),
);
