import { InvalidDomain } from "./errors.ts";

const MAX_DOMAIN_LENGTH = 255;
const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Validates an email domain, and returns it as it is stored. Throws InvalidDomain. */
export function parseDomainName(text: string): string {
  const domain = text.trim().toLowerCase();
  if (domain.length > MAX_DOMAIN_LENGTH || !DOMAIN.test(domain)) throw new InvalidDomain();
  return domain;
}
