import { createHash } from "node:crypto";

/** By which authenticators know an account: nothing about its owner, and the same for ever, also with another secret. */
export const userHandle = (userId: number): Buffer => createHash("sha256").update(`passkey:${userId}`).digest();
