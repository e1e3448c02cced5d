import { createHmac, randomInt } from "node:crypto";

const COUNT = 10;
/** Characters of recovery codes, without those that look alike. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUP = 5;

const group = () => Array.from({ length: GROUP }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");

/** Generates recovery codes for the loss of the authenticator, of some 50 bits each. */
export const generateRecoveryCodes = (): string[] => Array.from({ length: COUNT }, () => `${group()}-${group()}`);

/**
 * Hashes a code, in any spelling, for the database. Without the server's secret, codes cannot be tried against the
 * hash.
 */
export const hashRecoveryCode = (serverSecret: Uint8Array, userId: number, code: string): string =>
  createHmac("sha256", serverSecret)
    .update(`recovery:${userId}:${code.toLowerCase().replaceAll(/[\s-]/g, "")}`)
    .digest("base64url");
