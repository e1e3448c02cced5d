import { createHmac, timingSafeEqual } from "node:crypto";
import { isRowId } from "@parlance/kernel/base/storable-values.ts";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BASE = ALPHABET.length;
/**
 * Number of characters at the start of a key that encode the account's id, so that a key alone is enough to find its
 * account.
 */
const OWNER_LENGTH = 6;
/** Number of the remaining characters, which are secret: 26 characters with 62 possible values each are 154 bits. */
const PROOF_LENGTH = 26;

const WELL_FORMED = /^[0-9A-Za-z]{32}$/;

/**
 * Derives the API key of an account: 32 alphanumeric characters. The key depends on the server's secret, the account's
 * id and the version of the key, so it need not be stored. Increasing the version invalidates the old key.
 */
export function deriveApiKey(secret: Uint8Array, userId: number, version: number): string {
  const proof = createHmac("sha512", secret).update(`api-key:${userId}:${version}`).digest();
  let key = "";
  for (let rest = userId, i = 0; i < OWNER_LENGTH; i += 1, rest = Math.floor(rest / BASE)) {
    key = ALPHABET.charAt(rest % BASE) + key;
  }
  // Two bytes per character: 65,536 is not a multiple of 62, but the resulting bias is too small to be useful.
  for (let i = 0; i < PROOF_LENGTH; i += 1) key += ALPHABET.charAt(proof.readUInt16BE(2 * i) % BASE);
  return key;
}

/** Returns true if a text has the length and the characters of an API key. */
export const isWellFormedApiKey = (key: string): boolean => WELL_FORMED.test(key);

/**
 * Returns the id of the account that a well-formed key claims to belong to. Returns 0, which is no account's id, if the
 * number is too large for an id.
 */
export function userIdOfApiKey(key: string): number {
  let id = 0;
  for (const character of key.slice(0, OWNER_LENGTH)) id = id * BASE + ALPHABET.indexOf(character);
  return isRowId(id) ? id : 0;
}

/**
 * Compares the bytes of a key with a well-formed key, in constant time, so that response times do not reveal where they
 * differ.
 */
export const isSameApiKey = (bytes: Uint8Array, key: string): boolean => timingSafeEqual(bytes, Buffer.from(key));
