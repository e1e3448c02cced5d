import type { DirectRecipient } from "@parlance/contract/entities/message.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { placeholderEmail } from "#modules/users/core/email-addresses.ts";
import { resolveAvatarUrl, avatarUrl, type AvatarFields } from "#modules/users/core/avatars/avatar-url.ts";
import { UNKNOWN_USER_AVATAR, UNKNOWN_USER_NAME } from "#modules/users/core/visibility/placeholder-user.ts";
import { apiEmail } from "#modules/users/core/presentation.ts";
import { userRecordOf, type AccountSnapshot, users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { loadUsers } from "#modules/users/core/queries.ts";

/**
 * A user as the API describes him or her in a message: as its sender, or as a member of its direct message
 * conversation.
 */
export interface MessageUser {
  readonly id: number;
  readonly email: string;
  readonly full_name: string;
  readonly avatar_url: string;
  /** True if clients can compute the avatar's URL themselves. */
  readonly gravatar: boolean;
  readonly is_bot: boolean;
}

/** The columns of a user's row that `createMessageUser` reads. */
interface MessageUserSource extends AvatarFields {
  readonly id: number;
  readonly full_name: string;
  readonly bot_type: number | null;
}

const createMessageUser = (facts: MessageUserSource, realm: RealmContext): MessageUser => ({
  id: facts.id,
  email: apiEmail(facts, realm),
  full_name: facts.full_name,
  avatar_url: resolveAvatarUrl(facts, realm),
  gravatar: avatarUrl(facts, realm, { clientGravatar: true }) === null,
  is_bot: facts.bot_type !== null,
});

/** Loads message users from the database. The keys of the result are user ids. */
export async function loadMessageUsers(
  db: Reader,
  realm: RealmContext,
  ids: readonly number[],
): Promise<Map<number, MessageUser>> {
  const rows = await loadUsers(db, ids);
  return new Map(rows.map((row) => [row.id, createMessageUser(row, realm)]));
}

/** Returns message users from the organization snapshot, by user id. Users who are not in the snapshot are omitted. */
export function messageUsersFromSnapshot(
  snapshot: OrganizationSnapshot,
  realm: RealmContext,
  ids: readonly number[],
): Map<number, MessageUser> {
  const known = snapshot.get(users);
  const found = ids.flatMap((id) => known.get(id) ?? []);
  return new Map(found.map((account) => [account.id, cachedMessageUser(account, realm)]));
}

/**
 * Cache of message users by account, each with the organization's context that it was created with. Every change of an
 * account creates a new account object, so entries do not become stale.
 */
const messageUserCache = new WeakMap<
  AccountSnapshot,
  { readonly realm: RealmContext; readonly correspondent: MessageUser }
>();

function cachedMessageUser(account: AccountSnapshot, realm: RealmContext): MessageUser {
  const known = messageUserCache.get(account);
  if (known?.realm === realm) return known.correspondent;
  const correspondent = createMessageUser(userRecordOf(account), realm);
  messageUserCache.set(account, { realm, correspondent });
  return correspondent;
}

/** Returns the placeholder for a user whom the reader of the message cannot see. */
export const hiddenMessageUser = (id: number, realm: Pick<RealmContext, "url">): MessageUser => ({
  id,
  email: placeholderEmail(id, realm),
  full_name: UNKNOWN_USER_NAME,
  avatar_url: UNKNOWN_USER_AVATAR,
  gravatar: false,
  is_bot: false,
});

/** Returns the members of a direct message conversation as its messages list them. */
export const displayRecipients = (members: readonly MessageUser[]): DirectRecipient[] =>
  members
    .map(({ id, email, full_name }) => ({ id, email, full_name, is_mirror_dummy: false }))
    .sort((a, b) => (a.email < b.email ? -1 : 1));
