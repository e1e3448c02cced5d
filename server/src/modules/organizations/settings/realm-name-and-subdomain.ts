import { InvalidOrganizationName, MalformedSubdomain } from "./errors.ts";
import { MAX_NAME_LENGTH, ONE_LINE } from "./realm-name.ts";

const SUBDOMAIN = /^(?!-)[a-z0-9-]{3,40}(?<!-)$/;

/** Throws MalformedSubdomain unless an organization can be there; the empty one is the server's own address. */
export function checkSubdomain(subdomain: string): void {
  if (subdomain !== "" && !SUBDOMAIN.test(subdomain)) throw new MalformedSubdomain();
}

/** An organization's name as it is kept. Throws InvalidOrganizationName. */
export function newRealmName(name: string): string {
  const trimmed = name.trim();
  const isShort = trimmed !== "" && [...trimmed].length <= MAX_NAME_LENGTH;
  if (!isShort || !ONE_LINE.test(trimmed)) throw new InvalidOrganizationName();
  return trimmed;
}
