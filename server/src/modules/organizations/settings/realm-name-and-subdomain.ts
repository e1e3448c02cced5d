import { InvalidOrganizationName, MalformedSubdomain } from "./errors.ts";

export const MAX_REALM_NAME_LENGTH = 40;

/**
 * Pattern of names without control characters and line breaks, which must not get into email headers, titles and
 * tables.
 */
export const SINGLE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u;

const SUBDOMAIN = /^(?!-)[a-z0-9-]{3,40}(?<!-)$/;

/**
 * Throws MalformedSubdomain if an organization cannot have this subdomain. The empty subdomain stands for the server's
 * own address.
 */
export function assertValidSubdomain(subdomain: string): void {
  if (subdomain !== "" && !SUBDOMAIN.test(subdomain)) throw new MalformedSubdomain();
}

/** Validates an organization's name, and returns it as it is stored. Throws InvalidOrganizationName. */
export function parseRealmName(name: string): string {
  const trimmed = name.trim();
  const isShort = trimmed !== "" && [...trimmed].length <= MAX_REALM_NAME_LENGTH;
  if (!isShort || !SINGLE_LINE.test(trimmed)) throw new InvalidOrganizationName();
  return trimmed;
}
