import { hash } from "node:crypto";
import { Visibility } from "./email-visibility.ts";

/** What the picture of an account depends on. */
export interface AvatarFacts {
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
export function avatarAddress(account: AvatarFacts, { medium = false }: AvatarOptions = {}): string {
  const { realm_id: realmId, avatar_name: name, avatar_version: version } = account;
  if (name !== null) return `/user_avatars/${realmId}/${name}${medium ? "-medium" : ""}.png`;
  const digest = hash("md5", account.delivery_email.toLowerCase());
  return `https://secure.gravatar.com/avatar/${digest}?d=identicon${medium ? "&s=500" : ""}&version=${version}`;
}

/** The same; null where the client can compute it from an address that everybody sees, and said that it will. */
export function avatarUrl(account: AvatarFacts, options: AvatarOptions & { clientGravatar: boolean }): string | null {
  const computable = account.avatar_name === null && account.email_address_visibility === Visibility.everyone;
  return options.clientGravatar && computable ? null : avatarAddress(account, options);
}

/** G: computed from the address, U: uploaded. */
export const avatarSource = ({ avatar_name: name }: Pick<AvatarFacts, "avatar_name">): "G" | "U" =>
  name === null ? "G" : "U";
