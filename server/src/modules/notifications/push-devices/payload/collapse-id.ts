import { createHmac } from "node:crypto";

/**
 * Returns an id for the content of a notification. It is the same in each attempt, because Apple phones show
 * notifications with the same id only once. Without the secret, the id reveals nothing about the content.
 */
export const collapseId = (secret: string, thing: string): string =>
  createHmac("sha256", secret).update(thing).digest("base64url");
