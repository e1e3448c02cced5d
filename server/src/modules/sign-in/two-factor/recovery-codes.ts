import { createHmac, randomInt } from "node:crypto";

const COUNT = 10;
/** Characters of recovery codes. Characters that look alike are left out. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUP = 5;

const group = () => Array.from({ length: GROUP }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");

/** Generates recovery codes of about 50 random bits each, for users who lose their authenticator. */
export const generateRecoveryCodes = (): string[] => Array.from({ length: COUNT }, () => `${group()}-${group()}`);

/**
 * Hashes a recovery code for storage, ignoring case, spaces and dashes. The hash depends on the server's secret, so a
 * stolen database alone is not enough to guess codes.
 */
export const hashRecoveryCode = (serverSecret: Uint8Array, userId: number, code: string): string =>
  createHmac("sha256", serverSecret)
    .update(`recovery:${userId}:${code.toLowerCase().replaceAll(/[\s-]/g, "")}`)
    .digest("base64url");
