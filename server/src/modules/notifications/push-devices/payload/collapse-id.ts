import { createHmac } from "node:crypto";

/**
 * A name for one thing that phones are told, the same each time that it is told: Apple's phones show what comes twice once. It
 * says nothing to whoever does not know the secret, and is another one for each secret.
 */
export const collapseId = (secret: string, thing: string): string =>
  createHmac("sha256", secret).update(thing).digest("base64url");
