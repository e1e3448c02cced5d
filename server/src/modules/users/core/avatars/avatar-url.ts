import { hash } from "node:crypto";
import { emailVisibilities } from "@parlance/contract/entities/email-visibility.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";

/** Path of uploaded avatars. */
export const UPLOADED_AVATARS_PATH = "/user_avatars";
/** Path of the avatars that the server generates. File names consist of a-z and digits. */
export const IDENTICONS_PATH = "/identicons";

/** URL of Gravatar, the service for avatars by email address. */
const GRAVATAR_URL = "https://secure.gravatar.com/avatar";

/** Whether users without an uploaded avatar get one from Gravatar. If false, the server generates their avatars. */
export type GravatarSetting = Pick<RealmContext, "gravatar">;

/** Fields of an account that determine its avatar. */
export interface AvatarFields {
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

/** Returns the URL of an account's avatar, or its path on the organization's host. */
export function resolveAvatarUrl(account: AvatarFields, source: GravatarSetting, options: AvatarOptions = {}): string {
  const { id, realm_id: realmId, avatar_name: name, avatar_version: version } = account;
  if (name !== null) return `${UPLOADED_AVATARS_PATH}/${realmId}/${name}${suffix(options)}.png`;
  const { delivery_email: email } = account;
  return gravatarUrl(email, source, options, version) ?? `${identiconUrl(String(id), options)}?version=${version}`;
}

const suffix = ({ medium }: AvatarOptions): string => (medium ? "-medium" : "");

/** Returns the Gravatar URL for an email address, or null if Gravatar is turned off. */
export function gravatarUrl(
  email: string,
  { gravatar }: GravatarSetting,
  { medium }: AvatarOptions,
  version = 1,
): string | null {
  if (!gravatar) return null;
  const digest = hash("md5", email.trim().toLowerCase());
  return `${GRAVATAR_URL}/${digest}?d=identicon${medium ? "&s=500" : ""}&version=${version}`;
}

/**
 * Returns the URL of the avatar that the server generates from a seed. The seed consists of a few characters of a-z and
 * digits.
 */
export const identiconUrl = (seed: string, options: AvatarOptions = {}): string =>
  `${IDENTICONS_PATH}/${seed}${suffix(options)}.png`;

/** Returns whether the avatar comes from Gravatar. Anyone who knows the address can then compute the avatar's URL. */
const isGravatar = ({ avatar_name: name }: AvatarFields, { gravatar }: GravatarSetting): boolean =>
  gravatar && name === null;

/** Returns the avatar's URL, or null if the client computes the URL itself, from an address that all users can see. */
export function avatarUrl(
  account: AvatarFields,
  source: GravatarSetting,
  options: AvatarOptions & { clientGravatar: boolean },
): string | null {
  const computable = isGravatar(account, source) && account.email_address_visibility === emailVisibilities.everyone;
  return options.clientGravatar && computable ? null : resolveAvatarUrl(account, source, options);
}

/** Returns the source of an avatar: G if its URL is derived from the address, U if it was uploaded. */
export const avatarSource = ({ avatar_name: name }: Pick<AvatarFields, "avatar_name">): "G" | "U" =>
  name === null ? "G" : "U";
