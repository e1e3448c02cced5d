import { createHash, randomInt } from "node:crypto";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** No account's own key begins so: its first character would be of an id that is larger than any. */
const PREFIX = "parl";
/** 28 characters of 62 are 166 bits. */
const RANDOM_LENGTH = 28;

/** A new key: as long as an account's own one, and of the same characters, so that clients take it. */
export const generateScopedKey = (): string =>
  PREFIX + Array.from({ length: RANDOM_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");

/** Whether a well-formed key is one with a scope. */
export const isScopedKey = (key: string): boolean => key.startsWith(PREFIX);

/** What is kept of a key: who reads the table cannot use it. */
export const hashScopedKey = (key: string): Buffer => createHash("sha256").update(key).digest();
