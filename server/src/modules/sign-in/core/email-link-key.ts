import { createHash, randomBytes } from "node:crypto";

const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
const LENGTH = 24;

/** Creates a key for a link: 24 characters, a-z and 2-7, 120 random bits. */
export const createLinkKey = (): string => Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte & 31]).join("");

/** Hashes a link's key for the database. */
export const hashLinkKey = (key: string): Buffer => createHash("sha256").update(key).digest();
