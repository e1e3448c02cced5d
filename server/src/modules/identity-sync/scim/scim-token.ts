import { createHash, randomBytes } from "node:crypto";

const PREFIX = "scim_";
const BYTES = 32;

/** A new token, which nobody can guess. */
export const generateScimToken = (): string => PREFIX + randomBytes(BYTES).toString("base64url");

/** What is kept of a token: who reads the table cannot use it. */
export const hashScimToken = (token: string): Buffer => createHash("sha256").update(token).digest();
