import { createHmac } from "node:crypto";

/** By which authenticators know an account. It tells nothing about its owner, and follows from the server's secret. */
export const userHandle = (secret: Uint8Array, userId: number): Buffer =>
  createHmac("sha256", secret).update(`passkey:${userId}`).digest();
