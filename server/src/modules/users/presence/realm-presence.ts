import { clientPresences, type Presence, type Presences } from "@parlance/contract/nouns/presence.ts";
import type { Reader } from "#kernel/db/types.ts";
import type { Directory } from "#kernel/organization-snapshot/organization-snapshot.ts";
import type { Actor, RealmContext } from "#kernel/http/context.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import { factsOfKnown, type KnownAccount, people } from "#modules/users/core/snapshot/users-snapshot.ts";
import { apiEmail } from "#modules/users/core/presentation.ts";
import { usersInSight } from "#modules/users/core/visibility/user-visibility.ts";
import { isSpectator } from "#modules/users/core/visibility/spectator.ts";
import { presenceRows, type PresenceQuestion, type PresenceRow } from "./queries.ts";

/** Who asks for presence, and in which form. */
interface Asker {
  readonly directory: Directory;
  readonly realm: RealmContext;
  readonly actor: Actor;
  readonly now: Date;
  /** By user id, in the present form. */
  readonly slim: boolean;
}

interface RealmPresence {
  readonly presences: Presences;
  readonly presence_last_update_id: number;
  readonly server_timestamp: number;
}

export const presenceOf = ({ active_at, connected_at }: PresenceRow, account: KnownAccount): Presence => ({
  active_timestamp: active_at ?? account.joined_at,
  idle_timestamp: connected_at,
});

/** The presence of those active people whom the asker may know of, as far as it is asked for. */
export async function realmPresence(db: Reader, asker: Asker, question: PresenceQuestion): Promise<RealmPresence> {
  const { directory, realm, actor, now } = asker;
  const server_timestamp = now.getTime() / 1000;
  const isOff = directory.of(organization).settings.presence_disabled || isSpectator(actor);
  const known = directory.of(people);
  const [rows, sight] = isOff
    ? [[], null]
    : await Promise.all([presenceRows(db, realm.id, question, now), usersInSight(db, actor)]);
  const last = rows.reduce((newest, { update_id }) => Math.max(newest, update_id), question.after);
  const presences: Presences = {};
  for (const row of rows) {
    const account = known.get(row.user_id);
    if (!account?.is_active || sight?.has(row.user_id) === false) continue;
    const presence = presenceOf(row, account);
    if (asker.slim) presences[row.user_id] = presence;
    else presences[apiEmail(factsOfKnown(account), realm)] = clientPresences(presence);
  }
  return { presences, presence_last_update_id: last, server_timestamp };
}
