import { InvalidOrganizationName, MalformedSubdomain } from "./errors.ts";

export const MAX_REALM_NAME_LENGTH = 40;

/** Names stand in headers of letters, titles and tables: no control characters, no breaks of lines. */
export const SINGLE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u;

const SUBDOMAIN = /^(?!-)[a-z0-9-]{3,40}(?<!-)$/;

/** Throws MalformedSubdomain unless an organization can be there; the empty one is the server's own address. */
export function assertValidSubdomain(subdomain: string): void {
  if (subdomain !== "" && !SUBDOMAIN.test(subdomain)) throw new MalformedSubdomain();
}

/** An organization's name as it is kept. Throws InvalidOrganizationName. */
export function parseRealmName(name: string): string {
  const trimmed = name.trim();
  const isShort = trimmed !== "" && [...trimmed].length <= MAX_REALM_NAME_LENGTH;
  if (!isShort || !SINGLE_LINE.test(trimmed)) throw new InvalidOrganizationName();
  return trimmed;
}
