import { createHash, randomBytes } from "node:crypto";

const PREFIX = "scim_";
const BYTES = 32;

/** Generates a random token. */
export const generateScimToken = (): string => PREFIX + randomBytes(BYTES).toString("base64url");

/** Hashes a token. Only the hash is stored, so that reading the table is not enough to use a token. */
export const hashScimToken = (token: string): Buffer => createHash("sha256").update(token).digest();
