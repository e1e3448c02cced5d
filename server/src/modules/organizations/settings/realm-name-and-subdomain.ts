import { InvalidOrganizationName, MalformedSubdomain } from "./errors.ts";

export const MAX_REALM_NAME_LENGTH = 40;

/** Names are used in email headers, titles and tables, so they must not contain control characters or line breaks. */
export const SINGLE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u;

const SUBDOMAIN = /^(?!-)[a-z0-9-]{3,40}(?<!-)$/;

/**
 * Throws MalformedSubdomain unless an organization can have this subdomain; the empty one is the server's own address.
 */
export function assertValidSubdomain(subdomain: string): void {
  if (subdomain !== "" && !SUBDOMAIN.test(subdomain)) throw new MalformedSubdomain();
}

/** Returns an organization's name in its stored form. Throws InvalidOrganizationName. */
export function parseRealmName(name: string): string {
  const trimmed = name.trim();
  const isShort = trimmed !== "" && [...trimmed].length <= MAX_REALM_NAME_LENGTH;
  if (!isShort || !SINGLE_LINE.test(trimmed)) throw new InvalidOrganizationName();
  return trimmed;
}
