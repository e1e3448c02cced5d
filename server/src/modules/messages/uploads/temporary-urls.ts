import { createHmac } from "node:crypto";
import { isSameSecret } from "@parlance/kernel/base/is-same-secret.ts";

/** Lifetime of a temporary URL, in seconds. Such a URL needs no credentials. */
const TEMPORARY_URL_SECONDS = 60;

export const TEMPORARY_URL_PREFIX = "/user_uploads/temporary";

interface FileReference {
  readonly realmId: number;
  /** Id of the file. */
  readonly id: number;
}

const sign = (secret: Uint8Array, { realmId, id }: FileReference, expires: number): Buffer =>
  createHmac("sha256", secret).update(`upload:${realmId}:${id}:${expires}`).digest();

/** Creates a token for a temporary URL of a file. */
export function createTemporaryToken(secret: Uint8Array, file: FileReference, now: Date): string {
  const expires = Math.floor(now.getTime() / 1000) + TEMPORARY_URL_SECONDS;
  return `${file.id}-${expires}-${sign(secret, file, expires).toString("base64url")}`;
}

/** Verifies a token for a temporary URL. Returns the id of its file, or null if the token is invalid or expired. */
export function verifyTemporaryToken(secret: Uint8Array, realmId: number, token: string, now: Date): number | null {
  const [, id = "", expires = "", proof = ""] = /^([1-9]\d{0,8})-(\d{1,12})-([\w-]{43})$/.exec(token) ?? [];
  if (id === "" || Number(expires) * 1000 < now.getTime()) return null;
  const expected = sign(secret, { realmId, id: Number(id) }, Number(expires));
  return isSameSecret(Buffer.from(proof, "base64url"), expected) ? Number(id) : null;
}
