import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { systemBotEmails } from "#modules/organizations/core/system-realm.ts";

/** Stands for the organization's host where that is no name that mail could be sent to. */
const FALLBACK_DOMAIN = "users.invalid";

const MAX_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;

/** Addresses are the same where their keys are. */
export const emailKey = (email: string): string => email.trim().toLowerCase();

/** Whether this is an address that mail can be sent to: `local@domain.tld`, without quotes or comments. */
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

/** The domain of addresses that the server makes up for an organization's accounts. */
export function placeholderEmailDomain({ url }: Pick<RealmContext, "url">): string {
  const host = /^https?:\/\/([^/:]+)/.exec(url)?.[1] ?? "";
  return isEmailDomain(host) ? host : FALLBACK_DOMAIN;
}

/** The address for the API of an account whose real one is not everybody's to see. */
export const placeholderEmail = (userId: number, realm: Pick<RealmContext, "url">): string =>
  `user${userId}@${placeholderEmailDomain(realm)}`;

/** The account that a made-up address stands for; null where it is none of this organization's. */
export function userIdOfPlaceholderEmail(email: string, realm: Pick<RealmContext, "url">): number | null {
  const [, id, domain] = /^user([1-9]\d{0,8})@(.+)$/.exec(emailKey(email)) ?? [];
  return id !== undefined && domain === placeholderEmailDomain(realm).toLowerCase() ? Number(id) : null;
}

/** Whether an address is never somebody's real one: it is a system bot's, or such as the server makes up here. */
export const isReservedEmail = (email: string, realm: Pick<RealmContext, "url">): boolean =>
  systemBotEmails.has(emailKey(email)) || userIdOfPlaceholderEmail(email, realm) !== null;
