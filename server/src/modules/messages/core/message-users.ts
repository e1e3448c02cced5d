import type { DirectRecipient } from "@parlance/contract/entities/message.ts";
import type { Reader } from "#kernel/db/types.ts";
import type { Directory } from "#kernel/organization-snapshot/organization-snapshot.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import { placeholderAddress } from "#modules/users/core/email-addresses.ts";
import { avatarAddress, avatarUrl, type AvatarFacts } from "#modules/users/core/avatars/avatar-url.ts";
import { UNKNOWN_AVATAR, UNKNOWN_NAME } from "#modules/users/core/visibility/placeholder-user.ts";
import { apiEmail } from "#modules/users/core/presentation.ts";
import { factsOfKnown, type KnownAccount, people } from "#modules/users/core/snapshot/users-snapshot.ts";
import { loadUsers } from "#modules/users/core/queries.ts";

/** What a message says of its sender, and of everybody in a direct conversation. */
export interface Correspondent {
  readonly id: number;
  readonly email: string;
  readonly full_name: string;
  readonly avatar_url: string;
  /** Whether clients can make the URL of the picture themselves. */
  readonly gravatar: boolean;
  readonly is_bot: boolean;
}

/** What that is made of. */
interface CorrespondentFacts extends AvatarFacts {
  readonly id: number;
  readonly full_name: string;
  readonly bot_type: number | null;
}

const correspondentOf = (facts: CorrespondentFacts, realm: RealmContext): Correspondent => ({
  id: facts.id,
  email: apiEmail(facts, realm),
  full_name: facts.full_name,
  avatar_url: avatarAddress(facts, realm),
  gravatar: avatarUrl(facts, realm, { clientGravatar: true }) === null,
  is_bot: facts.bot_type !== null,
});

/** These people, by id. */
export async function loadCorrespondents(
  db: Reader,
  realm: RealmContext,
  ids: readonly number[],
): Promise<Map<number, Correspondent>> {
  const rows = await loadUsers(db, ids);
  return new Map(rows.map((row) => [row.id, correspondentOf(row, realm)]));
}

/** The same, as the organization in memory knows them; who is not in it is left out. */
export function knownCorrespondents(
  directory: Directory,
  realm: RealmContext,
  ids: readonly number[],
): Map<number, Correspondent> {
  const known = directory.of(people);
  const found = ids.flatMap((id) => known.get(id) ?? []);
  return new Map(found.map((account) => [account.id, knownCorrespondent(account, realm)]));
}

/** What was made of accounts, and where: another object is another state of an account. */
const made = new WeakMap<KnownAccount, { readonly realm: RealmContext; readonly correspondent: Correspondent }>();

function knownCorrespondent(account: KnownAccount, realm: RealmContext): Correspondent {
  const known = made.get(account);
  if (known?.realm === realm) return known.correspondent;
  const correspondent = correspondentOf(factsOfKnown(account), realm);
  made.set(account, { realm, correspondent });
  return correspondent;
}

/** What a message says of somebody of whom its reader may not know. */
export const unknownCorrespondent = (id: number, realm: Pick<RealmContext, "url">): Correspondent => ({
  id,
  email: placeholderAddress(id, realm),
  full_name: UNKNOWN_NAME,
  avatar_url: UNKNOWN_AVATAR,
  gravatar: false,
  is_bot: false,
});

/** The people of a direct conversation, as its messages name them. */
export const directRecipients = (members: readonly Correspondent[]): DirectRecipient[] =>
  members
    .map(({ id, email, full_name }) => ({ id, email, full_name, is_mirror_dummy: false }))
    .sort((a, b) => (a.email < b.email ? -1 : 1));
