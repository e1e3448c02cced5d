import { createCipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

const CURVE = "prime256v1";
const RECORD_SIZE = 4096;
/** Maximum size of a text before its encryption, in bytes. Push services accept no more. */
export const MAX_PLAINTEXT_BYTES = 3900;
/** Byte that marks the end of the last record. */
const LAST_RECORD_DELIMITER = Buffer.from([2]);

/** Keys with which messages for a browser are encrypted. */
export interface BrowserKeys {
  /** The browser's public key, as an uncompressed point on the curve. */
  readonly p256dh: Buffer;
  readonly auth: Buffer;
}

/** Values that are normally random for each message. Set only in tests. */
export interface EncryptionOverrides {
  readonly salt: Buffer;
  readonly privateKey?: Buffer;
}

/** Encrypts a text for one browser, as the body of a push request (RFC 8291). */
export function encryptForBrowser(
  { p256dh, auth }: BrowserKeys,
  text: Buffer,
  { salt, privateKey }: EncryptionOverrides = { salt: randomBytes(16) },
): Buffer {
  if (text.length > MAX_PLAINTEXT_BYTES) throw new Error("more than a push service takes");
  const own = createECDH(CURVE);
  if (privateKey) own.setPrivateKey(privateKey);
  else own.generateKeys();
  const point = own.getPublicKey();
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), p256dh, point]);
  const shared = Buffer.from(hkdfSync("sha256", own.computeSecret(p256dh), auth, info, 32));
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync("sha256", shared, salt, `Content-Encoding: ${name}\0`, length));
  const cipher = createCipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
  const record = Buffer.concat([
    cipher.update(Buffer.concat([text, LAST_RECORD_DELIMITER])),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_SIZE);
  return Buffer.concat([salt, size, Buffer.from([point.length]), point, record]);
}

/** Returns true if a public key is a point on the curve. With any other key, encryption would fail. */
export function isCurvePoint(p256dh: Buffer): boolean {
  if (p256dh.length !== 65 || p256dh[0] !== 4) return false;
  try {
    const own = createECDH(CURVE);
    own.generateKeys();
    own.computeSecret(p256dh);
    return true;
  } catch {
    return false;
  }
}
