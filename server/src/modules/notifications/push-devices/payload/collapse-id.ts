import { createHmac } from "node:crypto";

/**
 * Returns an id for the content of a notification, the same for each attempt: Apple phones show notifications with the
 * same id only once. It reveals nothing without the secret, and differs between secrets.
 */
export const collapseId = (secret: string, thing: string): string =>
  createHmac("sha256", secret).update(thing).digest("base64url");
