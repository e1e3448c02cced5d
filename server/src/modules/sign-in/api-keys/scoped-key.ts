import { createHash, randomInt } from "node:crypto";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/**
 * Prefix of scoped keys. An account's own key cannot start like this, because that would encode an id larger than any
 * valid one.
 */
const PREFIX = "parl";
/** Number of random characters: 28 characters out of 62 are 166 bits. */
const RANDOM_LENGTH = 28;

/** Generates a key with the length and characters of an account's own key, so that clients accept it. */
export const generateScopedKey = (): string =>
  PREFIX + Array.from({ length: RANDOM_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");

/** Whether a well-formed key is a scoped key. */
export const isScopedKey = (key: string): boolean => key.startsWith(PREFIX);

/** Hashes a key. Only the hash is stored, so that reading the table is not enough to use a key. */
export const hashScopedKey = (key: string): Buffer => createHash("sha256").update(key).digest();
