import { hash } from "node:crypto";
import { emailVisibilities } from "@parlance/contract/entities/email-visibility.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";

/** Where uploaded pictures lie. */
export const UPLOADED_AVATARS_PATH = "/user_avatars";
/** Where those lie that the server makes up; the files' names are made of lower-case letters and digits. */
export const IDENTICONS_PATH = "/identicons";

/** The service that makes pictures of e-mail addresses. */
const GRAVATAR_URL = "https://secure.gravatar.com/avatar";

/** Whether the pictures of those who uploaded none come from there. Otherwise the server makes them up. */
export type GravatarSetting = Pick<RealmContext, "gravatar">;

/** What the picture of an account depends on. */
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

/** Where the picture lies; a path on the organization's host, or a URL. */
export function resolveAvatarUrl(account: AvatarFields, source: GravatarSetting, options: AvatarOptions = {}): string {
  const { id, realm_id: realmId, avatar_name: name, avatar_version: version } = account;
  if (name !== null) return `${UPLOADED_AVATARS_PATH}/${realmId}/${name}${suffix(options)}.png`;
  const { delivery_email: email } = account;
  return gravatarUrl(email, source, options, version) ?? `${identiconUrl(String(id), options)}?version=${version}`;
}

const suffix = ({ medium }: AvatarOptions): string => (medium ? "-medium" : "");

/** The picture that the service makes of an e-mail address; null where it is not used. */
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

/** The picture that the server makes up of a few lower-case letters and digits. */
export const identiconUrl = (seed: string, options: AvatarOptions = {}): string =>
  `${IDENTICONS_PATH}/${seed}${suffix(options)}.png`;

/** Whether the picture is made of the address by a service that everybody can ask. */
const isGravatar = ({ avatar_name: name }: AvatarFields, { gravatar }: GravatarSetting): boolean =>
  gravatar && name === null;

/** The address; null where the client can compute it from an address that everybody sees, and said that it will. */
export function avatarUrl(
  account: AvatarFields,
  source: GravatarSetting,
  options: AvatarOptions & { clientGravatar: boolean },
): string | null {
  const computable = isGravatar(account, source) && account.email_address_visibility === emailVisibilities.everyone;
  return options.clientGravatar && computable ? null : resolveAvatarUrl(account, source, options);
}

/** G: computed from the address, U: uploaded. */
export const avatarSource = ({ avatar_name: name }: Pick<AvatarFields, "avatar_name">): "G" | "U" =>
  name === null ? "G" : "U";
