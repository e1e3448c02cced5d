import { createECDH, createPrivateKey, hkdfSync, type KeyObject, sign } from "node:crypto";

/** The order of the curve P-256: private keys are smaller. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** How long a signature is good for, in seconds; push services take a day at most. */
const VALID_SECONDS = 12 * 3600;

/** By which push services tell this server from others (RFC 8292). */
export interface VapidKey {
  /** As browsers take it: an uncompressed point, in base64url. */
  readonly publicKey: string;
  readonly privateKey: KeyObject;
}

/** The server's key: it follows from the secret, so that every process has the same, and a backup keeps it. */
export function vapidKey(secret: Uint8Array): VapidKey {
  const bytes = Buffer.from(hkdfSync("sha256", secret, Buffer.alloc(0), "web push: vapid", 48));
  const number = (BigInt(`0x${bytes.toString("hex")}`) % (ORDER - 1n)) + 1n;
  const d = Buffer.from(number.toString(16).padStart(64, "0"), "hex");
  const curve = createECDH("prime256v1");
  curve.setPrivateKey(d);
  const point = curve.getPublicKey();
  const part = (from: number) => point.subarray(from, from + 32).toString("base64url");
  const jwk = { kty: "EC", crv: "P-256", x: part(1), y: part(33), d: d.toString("base64url") };
  return { publicKey: point.toString("base64url"), privateKey: createPrivateKey({ key: jwk, format: "jwk" }) };
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** The header by which a request to a push service is signed. `contact`: an address of the server's operator. */
export function authorization(key: VapidKey, endpoint: URL, { contact, now }: { contact: string; now: Date }): string {
  const claims = { aud: endpoint.origin, exp: Math.floor(now.getTime() / 1000) + VALID_SECONDS, sub: contact };
  const signed = `${encoded({ typ: "JWT", alg: "ES256" })}.${encoded(claims)}`;
  const signature = sign("sha256", Buffer.from(signed), { key: key.privateKey, dsaEncoding: "ieee-p1363" });
  return `vapid t=${signed}.${signature.toString("base64url")}, k=${key.publicKey}`;
}
