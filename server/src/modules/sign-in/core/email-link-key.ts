import { createHash, randomBytes } from "node:crypto";

const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
const LENGTH = 24;

/** Creates the key of a link: 24 characters from a-z and 2-7, which are 120 random bits. */
export const createLinkKey = (): string => Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte & 31]).join("");

/** Hashes the key of a link, so that the database contains only the hash. */
export const hashLinkKey = (key: string): Buffer => createHash("sha256").update(key).digest();
