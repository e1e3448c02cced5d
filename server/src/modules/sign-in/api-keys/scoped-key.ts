import { createHash, randomInt } from "node:crypto";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/**
 * Prefix of scoped keys. An account's own key cannot have this prefix, because it would encode an id larger than any
 * valid one.
 */
const PREFIX = "parl";
/** Number of random characters: 28 characters with 62 possible values each are 166 bits. */
const RANDOM_LENGTH = 28;

/** Generates a key with the same length and characters as an account's own key, so that clients accept it. */
export const generateScopedKey = (): string =>
  PREFIX + Array.from({ length: RANDOM_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");

/** Whether a well-formed key is a scoped key. */
export const isScopedKey = (key: string): boolean => key.startsWith(PREFIX);

/** Hashes a key. Only the hash is stored, so that reading the table is not enough to use a key. */
export const hashScopedKey = (key: string): Buffer => createHash("sha256").update(key).digest();
