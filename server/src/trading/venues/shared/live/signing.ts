/** What the class would sign. */
export interface Unsigned {
  readonly path: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A request as the class sends it. */
export interface Signed {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Who signs: an instance of the class. */
export interface Signer {
  readonly apiKey?: string | undefined;
  readonly secret?: string | undefined;
  /** The next one; they go out in this order. */
  nonce(): number;
}

/** Signs what the class writes down otherwise than the venue reads it; the rest is undefined. */
export type SignOtherwise = (asked: Unsigned, signer: Signer) => Signed | undefined;

/**
 * Fields that are written as a request is signed and not before: until then it may have waited for
 * its turn, and a deadline would have run. The rest of the request stays; undefined adds nothing.
 */
export type StampRequest<Client> = (asked: Unsigned, client: Client) => object | undefined;

/** As ccxt calls it. */
export type SigningCall = [
  path: string,
  api: unknown,
  method: string,
  params: object,
  ...rest: unknown[],
];

interface SigningClass extends Signer {
  sign(...call: SigningCall): unknown;
}

/** Adds the fields as the class signs. */
export function stampBeforeSigning<Client extends SigningClass>(
  instance: Client,
  stamp: StampRequest<Client>,
): void {
  const sign = instance.sign.bind(instance);
  instance.sign = (...call) => {
    const [path, api, method, params, ...rest] = call;
    const stamped = { ...params, ...stamp({ path, params: { ...params } }, instance) };
    return sign(path, api, method, stamped, ...rest);
  };
}

/** Puts it before the signing of the class. */
export function putBeforeSigning(instance: SigningClass, signOtherwise: SignOtherwise): void {
  const sign = instance.sign.bind(instance);
  instance.sign = (...call) => {
    const [path, , , params] = call;
    return signOtherwise({ path, params: { ...params } }, instance) ?? sign(...call);
  };
}
