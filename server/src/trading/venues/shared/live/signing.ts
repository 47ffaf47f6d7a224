/** The request that the class would sign. */
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

/** The signer: an instance of the class. */
export interface Signer {
  readonly apiKey?: string | undefined;
  readonly secret?: string | undefined;
  /** Returns the next nonce; nonces are sent in this order. */
  nonce(): number;
}

/**
 * Signs requests that the class would write in another form than the venue reads; undefined for all
 * others.
 */
export type SignOtherwise = (asked: Unsigned, signer: Signer) => Signed | undefined;

/**
 * Returns fields that are written when a request is signed, and not before: until then it may have
 * waited for its turn, and a deadline would have run. The rest of the request stays; undefined adds
 * nothing.
 */
export type StampRequest<Client> = (asked: Unsigned, client: Client) => object | undefined;

/** The arguments with which ccxt calls it. */
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

/** Adds the fields when the class signs. */
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

/** Runs `signOtherwise` before the signing of the class. */
export function putBeforeSigning(instance: SigningClass, signOtherwise: SignOtherwise): void {
  const sign = instance.sign.bind(instance);
  instance.sign = (...call) => {
    const [path, , , params] = call;
    return signOtherwise({ path, params: { ...params } }, instance) ?? sign(...call);
  };
}
