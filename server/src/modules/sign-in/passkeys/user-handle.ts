import { createHash } from "node:crypto";

/**
 * Returns the handle by which authenticators identify an account. It contains no personal data, and stays the same even
 * if the server's secret changes.
 */
export const userHandle = (userId: number): Buffer => createHash("sha256").update(`passkey:${userId}`).digest();
