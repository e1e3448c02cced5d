import { createECDH, createPrivateKey, hkdfSync, type KeyObject } from "node:crypto";

/** Order of the curve P-256. A private key must be smaller than this number. */
const CURVE_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** A key on the curve P-256. */
export interface DerivedKey {
  readonly privateKey: KeyObject;
  /** The public key as an uncompressed curve point. */
  readonly point: Buffer;
}

/**
 * Derives a key for a purpose from the server's secret, so that every process has the same key, and a backup preserves
 * it.
 */
export function deriveKey(secret: Uint8Array, purpose: string): DerivedKey {
  const bytes = Buffer.from(hkdfSync("sha256", secret, Buffer.alloc(0), purpose, 48));
  const number = (BigInt(`0x${bytes.toString("hex")}`) % (CURVE_ORDER - 1n)) + 1n;
  const d = Buffer.from(number.toString(16).padStart(64, "0"), "hex");
  const curve = createECDH("prime256v1");
  curve.setPrivateKey(d);
  const point = curve.getPublicKey();
  const part = (from: number) => point.subarray(from, from + 32).toString("base64url");
  const jwk = { kty: "EC", crv: "P-256", x: part(1), y: part(33), d: d.toString("base64url") };
  return { point, privateKey: createPrivateKey({ key: jwk, format: "jwk" }) };
}
