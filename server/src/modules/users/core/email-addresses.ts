import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { systemBotEmails } from "#modules/organizations/core/system-realm.ts";

/** Domain of placeholder addresses if the organization's host cannot be part of an email address. */
const FALLBACK_DOMAIN = "users.invalid";

const MAX_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;

/** Returns the key of an address for comparisons. Addresses that differ only in case have equal keys. */
export const emailKey = (email: string): string => email.trim().toLowerCase();

/** Returns whether a text is an address to which email can be sent: `local@domain.tld`, without quotes or comments. */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, at);
  return (
    at > 0 &&
    text.length <= MAX_LENGTH &&
    local.length <= MAX_LOCAL_LENGTH &&
    LOCAL.test(local) &&
    isEmailDomain(text.slice(at + 1))
  );
}

function isEmailDomain(domain: string): boolean {
  const labels = domain.split(".");
  return labels.length >= 2 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? "");
}

/** Returns the domain of the placeholder addresses of an organization's accounts. */
export function placeholderEmailDomain({ url }: Pick<RealmContext, "url">): string {
  const host = /^https?:\/\/([^/:]+)/.exec(url)?.[1] ?? "";
  return isEmailDomain(host) ? host : FALLBACK_DOMAIN;
}

/** Returns the placeholder address that the API shows for an account whose real address is not visible to all users. */
export const placeholderEmail = (userId: number, realm: Pick<RealmContext, "url">): string =>
  `user${userId}@${placeholderEmailDomain(realm)}`;

/**
 * Returns the id of the account that a placeholder address identifies, or null if the address is not a placeholder
 * address of this organization.
 */
export function userIdOfPlaceholderEmail(email: string, realm: Pick<RealmContext, "url">): number | null {
  const [, id, domain] = /^user([1-9]\d{0,8})@(.+)$/.exec(emailKey(email)) ?? [];
  return id !== undefined && domain === placeholderEmailDomain(realm).toLowerCase() ? Number(id) : null;
}

/**
 * Returns whether an address can never be the real address of a user: it belongs to a system bot, or is a placeholder
 * address of the organization.
 */
export const isReservedEmail = (email: string, realm: Pick<RealmContext, "url">): boolean =>
  systemBotEmails.has(emailKey(email)) || userIdOfPlaceholderEmail(email, realm) !== null;
