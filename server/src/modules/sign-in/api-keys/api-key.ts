import { createHmac, timingSafeEqual } from "node:crypto";
import { isRowId } from "@parlance/kernel/base/storable-values.ts";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BASE = ALPHABET.length;
/** The first characters of a key name its account, so that a key is enough to find it. */
const OWNER_LENGTH = 6;
/** The others prove it: 26 characters of 62 are 154 bits. */
const PROOF_LENGTH = 26;

const WELL_FORMED = /^[0-9A-Za-z]{32}$/;

/**
 * The API key of an account: 32 letters and digits. It follows from the server's secret, the account and the version of
 * its key, so that keys are nowhere stored; raising the version makes the old key worthless.
 */
export function deriveApiKey(secret: Uint8Array, userId: number, version: number): string {
  const proof = createHmac("sha512", secret).update(`api-key:${userId}:${version}`).digest();
  let key = "";
  for (let rest = userId, i = 0; i < OWNER_LENGTH; i += 1, rest = Math.floor(rest / BASE)) {
    key = ALPHABET.charAt(rest % BASE) + key;
  }
  // Two bytes a character: what 65,536 leaves of a multiple of 62 is too little to tell the characters apart by.
  for (let i = 0; i < PROOF_LENGTH; i += 1) key += ALPHABET.charAt(proof.readUInt16BE(2 * i) % BASE);
  return key;
}

/** Whether this has the form of an API key. */
export const isWellFormedApiKey = (key: string): boolean => WELL_FORMED.test(key);

/** The account that a well-formed key claims to belong to; 0, which no account is, where no id is that large. */
export function userIdOfApiKey(key: string): number {
  let id = 0;
  for (const character of key.slice(0, OWNER_LENGTH)) id = id * BASE + ALPHABET.indexOf(character);
  return isRowId(id) ? id : 0;
}

/** Compares two well-formed keys in a time that does not tell where they differ. */
export const isSameApiKey = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a), Buffer.from(b));
