import { hash } from "node:crypto";
import { emailVisibilities } from "@parlance/contract/entities/email-visibility.ts";

/** Where uploaded pictures lie. */
export const UPLOADED = "/user_avatars";
/** Where those lie that the server makes up; the files' names are made of lower-case letters and digits. */
export const IDENTICONS = "/identicons";

/** The service that makes pictures of e-mail addresses. */
const GRAVATAR = "https://secure.gravatar.com/avatar";

let usesGravatar = true;

/**
 * Decides, for all of this process, whether pictures of those who uploaded none come from gravatar.com, which then sees
 * who looks at whom. Otherwise the server makes them up. Default: they do.
 */
export function useGravatar(isWanted: boolean): void {
  usesGravatar = isWanted;
}

/** What the picture of an account depends on. */
export interface AvatarFacts {
  readonly id: number;
  readonly realm_id: number;
  readonly delivery_email: string;
  readonly avatar_name: string | null;
  readonly avatar_version: number;
  readonly email_address_visibility: number;
}

/** `medium`: 500 pixels wide instead of 100. */
interface AvatarOptions {
  readonly medium?: boolean;
}

/** Where the picture lies; a path on the organization's host, or a URL. */
export function avatarAddress(account: AvatarFacts, options: AvatarOptions = {}): string {
  const { id, realm_id: realmId, avatar_name: name, avatar_version: version } = account;
  if (name !== null) return `${UPLOADED}/${realmId}/${name}${suffix(options)}.png`;
  const { delivery_email: email } = account;
  return madeOf(email, options, version) ?? `${identiconAddress(String(id), options)}?version=${version}`;
}

const suffix = ({ medium }: AvatarOptions): string => (medium ? "-medium" : "");

/** The picture that the service makes of an e-mail address; null where it is not used. */
export function madeOf(email: string, { medium }: AvatarOptions, version = 1): string | null {
  if (!usesGravatar) return null;
  const digest = hash("md5", email.trim().toLowerCase());
  return `${GRAVATAR}/${digest}?d=identicon${medium ? "&s=500" : ""}&version=${version}`;
}

/** The picture that the server makes up of a few lower-case letters and digits. */
export const identiconAddress = (seed: string, options: AvatarOptions = {}): string =>
  `${IDENTICONS}/${seed}${suffix(options)}.png`;

/** Whether the picture is made of the address by a service that everybody can ask. */
export const isGravatar = ({ avatar_name: name }: Pick<AvatarFacts, "avatar_name">): boolean =>
  usesGravatar && name === null;

/** The address; null where the client can compute it from an address that everybody sees, and said that it will. */
export function avatarUrl(account: AvatarFacts, options: AvatarOptions & { clientGravatar: boolean }): string | null {
  const computable = isGravatar(account) && account.email_address_visibility === emailVisibilities.everyone;
  return options.clientGravatar && computable ? null : avatarAddress(account, options);
}

/** G: computed from the address, U: uploaded. */
export const avatarSource = ({ avatar_name: name }: Pick<AvatarFacts, "avatar_name">): "G" | "U" =>
  name === null ? "G" : "U";
