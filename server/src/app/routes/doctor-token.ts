import { createHmac } from "node:crypto";
import { isSameSecret } from "@parlance/kernel/base/is-same-secret.ts";

/** Lifetime of a token, in seconds. It covers differences between the clocks of the two machines. */
const TOKEN_SECONDS = 300;

const sign = (secret: Uint8Array, expires: number): Buffer =>
  createHmac("sha256", secret).update(`doctor:${expires}`).digest();

/** Creates a token with which `parlance doctor` proves to a server that it knows the server's secret. */
export function createDoctorToken(secret: Uint8Array, now: Date): string {
  const expires = Math.floor(now.getTime() / 1000) + TOKEN_SECONDS;
  return `${expires}-${sign(secret, expires).toString("base64url")}`;
}

/** Returns true if a token was created with the secret and has not expired. */
export function isDoctorToken(secret: Uint8Array, token: string, now: Date): boolean {
  const [, expires = "", proof = ""] = /^(\d{1,12})-([\w-]{43})$/.exec(token) ?? [];
  if (expires === "" || Number(expires) * 1000 < now.getTime()) return false;
  return isSameSecret(Buffer.from(proof, "base64url"), sign(secret, Number(expires)));
}
