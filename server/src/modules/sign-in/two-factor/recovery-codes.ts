import { createHmac, randomInt } from "node:crypto";

const COUNT = 10;
/** Without letters and digits that look alike. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUP = 5;

const group = () => Array.from({ length: GROUP }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");

/** New codes for when the authenticator is lost, of some 50 bits each. */
export const generateRecoveryCodes = (): string[] => Array.from({ length: COUNT }, () => `${group()}-${group()}`);

/** What is kept of a code, however it is written. Without the server's secret codes cannot be tried against it. */
export const hashRecoveryCode = (serverSecret: Uint8Array, userId: number, code: string): string =>
  createHmac("sha256", serverSecret)
    .update(`recovery:${userId}:${code.toLowerCase().replaceAll(/[\s-]/g, "")}`)
    .digest("base64url");
