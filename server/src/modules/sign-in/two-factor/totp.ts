import { createHmac } from "node:crypto";

/** Duration of a time step, for which a code stays the same, in seconds (RFC 6238). */
const STEP_SECONDS = 30;
const DIGITS = 6;
const SECRET_BYTES = 20;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Derives the secret that an account shares with its authenticator app. */
export const totpSecret = (serverSecret: Uint8Array, userId: number, salt: string): Buffer =>
  createHmac("sha512", serverSecret).update(`totp:${userId}:${salt}`).digest().subarray(0, SECRET_BYTES);

/** Returns the number of the time step that contains a time. */
export const totpStep = (now: Date): number => Math.floor(now.getTime() / 1000 / STEP_SECONDS);

/** Computes the code of a time step (RFC 4226). */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac("sha1", secret).update(counter).digest();
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 0xf) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

/**
 * Finds the time step to which a code belongs: the current one, or, because clocks differ, the one before or after it.
 * Null if the code belongs to none of these.
 */
export function findStepOfCode(secret: Uint8Array, code: string, now: Date): number | null {
  const current = totpStep(now);
  return [current - 1, current, current + 1].find((step) => totpCode(secret, step) === code) ?? null;
}

/**
 * Encodes bytes in Base32 without padding (RFC 4648), the format in which users enter secrets into authenticator apps.
 */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32.charAt(Number.parseInt(five.padEnd(5, "0"), 2))).join("");
}

/** Builds the URL from which authenticator apps import a secret, usually as a QR code. */
export function otpauthUrl(secret: Uint8Array, { issuer, account }: { issuer: string; account: string }): string {
  const query = `secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${query}`;
}
