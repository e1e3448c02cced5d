import type { BotType } from "@parlance/contract/entities/bot.ts";
import { emailVisibilities, canRoleSeeEmail } from "@parlance/contract/entities/email-visibility.ts";
import { isAtLeast, isGuest, isOwner, type Role } from "@parlance/contract/entities/roles.ts";
import type { OwnUser, User } from "@parlance/contract/entities/user.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import type { Profiles } from "./snapshot/profiles-snapshot.ts";
import { placeholderEmail } from "./email-addresses.ts";
import { resolveAvatarUrl, avatarUrl } from "./avatars/avatar-url.ts";
import { placeholderUser } from "./visibility/placeholder-user.ts";
import type { UserRecord } from "./queries.ts";

/** The user for whom data is serialized. */
export interface Viewer {
  readonly id: number;
  readonly role: number;
}

export interface PresentationOptions {
  readonly realm: Pick<RealmContext, "url" | "gravatar">;
  readonly clientGravatar: boolean;
  /** Profiles to include as `profile_data`, if any. */
  readonly profiles?: Profiles | undefined;
}

type AccountWithEmail = Pick<UserRecord, "id" | "delivery_email" | "email_address_visibility">;

/** Returns whether this viewer can see the account's real address. */
export const canSeeEmail = (viewer: Viewer, account: AccountWithEmail): boolean =>
  viewer.id === account.id || canRoleSeeEmail(viewer.role, account.email_address_visibility);

/** Returns the account's address in the API, which is the same for all viewers. */
export const apiEmail = (account: AccountWithEmail, realm: Pick<RealmContext, "url">): string =>
  account.email_address_visibility === emailVisibilities.everyone
    ? account.delivery_email
    : placeholderEmail(account.id, realm);

/** Formats a time as ISO 8601 with minutes and offset. */
const formatMinute = (seconds: number): string => `${new Date(seconds * 1000).toISOString().slice(0, 16)}+00:00`;

/** Serializes an account with the fields that a viewer may see. */
export function presentUser(row: UserRecord, viewer: Viewer, options: PresentationOptions): User {
  const isBot = row.bot_type !== null;
  const user: User = {
    user_id: row.id,
    email: apiEmail(row, options.realm),
    delivery_email: canSeeEmail(viewer, row) ? row.delivery_email : null,
    full_name: row.full_name,
    date_joined: formatMinute(row.joined_at),
    is_active: row.is_active,
    is_owner: isOwner(row.role),
    is_admin: isAtLeast(row.role, "administrator"),
    is_guest: isGuest(row.role),
    is_bot: isBot,
    bot_type: row.bot_type as BotType | null,
    bot_owner_id: row.bot_owner_id,
    role: row.role as Role,
    timezone: row.timezone,
    avatar_url: avatarUrl(row, options.realm, options),
    avatar_version: row.avatar_version,
  };
  if (options.profiles && !isBot) user.profile_data = options.profiles.get(row.id) ?? {};
  return user;
}

/**
 * Serializes accounts for a viewer. Accounts that are not in `visible` (see `visibleUserIds`) are replaced with
 * placeholders.
 */
export const presentUsers = (
  rows: readonly UserRecord[],
  viewer: Viewer,
  visible: ReadonlySet<number> | null,
  options: PresentationOptions,
): User[] =>
  rows.map((row) =>
    visible === null || visible.has(row.id) ? presentUser(row, viewer, options) : placeholderUser(row.id, options),
  );

/** Serializes the viewer's own account, without the id of the newest message. */
export function presentOwnUser(
  row: UserRecord,
  realm: Pick<RealmContext, "url" | "gravatar">,
  profiles: Profiles,
): Omit<OwnUser, "max_message_id"> {
  const options = { realm, clientGravatar: false, profiles };
  const { bot_type: _type, bot_owner_id: _owner, ...user } = presentUser(row, row, options);
  return { ...user, delivery_email: row.delivery_email, avatar_url: resolveAvatarUrl(row, realm) };
}
