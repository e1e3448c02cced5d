import type { DirectRecipient } from "@parlance/contract/entities/message.ts";
import type { Reader } from "#kernel/db/types.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import { avatarAddress, avatarUrl } from "#modules/users/avatars.ts";
import { apiEmail } from "#modules/users/presentation.ts";
import { loadUsers } from "#modules/users/queries.ts";

/** What a message says of its sender, and of everybody in a direct conversation. */
export interface Correspondent {
  readonly id: number;
  readonly email: string;
  readonly full_name: string;
  readonly avatar_url: string;
  /** Whether clients can make the URL of the picture themselves. */
  readonly gravatar: boolean;
}

/** These people, by id. */
export async function loadCorrespondents(
  db: Reader,
  realm: RealmContext,
  ids: readonly number[],
): Promise<Map<number, Correspondent>> {
  const rows = await loadUsers(db, ids);
  return new Map(
    rows.map((row): [number, Correspondent] => [
      row.id,
      {
        id: row.id,
        email: apiEmail(row, realm),
        full_name: row.full_name,
        avatar_url: avatarAddress(row),
        gravatar: avatarUrl(row, { clientGravatar: true }) === null,
      },
    ]),
  );
}

/** The people of a direct conversation, as its messages name them. */
export const directRecipients = (people: readonly Correspondent[]): DirectRecipient[] =>
  people
    .map(({ id, email, full_name }) => ({ id, email, full_name, is_mirror_dummy: false }))
    .sort((a, b) => (a.email < b.email ? -1 : 1));
