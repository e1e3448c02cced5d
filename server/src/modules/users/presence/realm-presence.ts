import { toClientPresences, type Presence, type Presences } from "@parlance/contract/nouns/presence.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import type { Actor, RealmContext } from "@parlance/kernel/http/context.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import { userRecordOf, type AccountSnapshot, users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { apiEmail } from "#modules/users/core/presentation.ts";
import { visibleUserIds } from "#modules/users/core/visibility/user-visibility.ts";
import { isSpectator } from "#modules/users/core/visibility/spectator.ts";
import { loadPresenceRows, type PresenceFilter, type PresenceRow } from "./queries.ts";

/** The user who requests presence, and the requested format. */
interface PresenceRequest {
  readonly snapshot: OrganizationSnapshot;
  readonly realm: RealmContext;
  readonly actor: Actor;
  readonly now: Date;
  /** Whether the modern format is returned, which is keyed by user id. */
  readonly slim: boolean;
}

interface RealmPresence {
  readonly presences: Presences;
  readonly presence_last_update_id: number;
  readonly server_timestamp: number;
}

export const presentPresence = ({ active_at, connected_at }: PresenceRow, account: AccountSnapshot): Presence => ({
  active_timestamp: active_at ?? account.joined_at,
  idle_timestamp: connected_at,
});

/**
 * Loads the requested presence of active users whom the actor can see. Loads none for spectators, and none if the
 * organization has disabled presence.
 */
export async function loadRealmPresence(
  db: Reader,
  request: PresenceRequest,
  question: PresenceFilter,
): Promise<RealmPresence> {
  const { snapshot, realm, actor, now } = request;
  const server_timestamp = now.getTime() / 1000;
  const isOff = snapshot.get(organization).settings.presence_disabled || isSpectator(actor);
  const known = snapshot.get(users);
  const [rows, visible] = isOff
    ? [[], null]
    : await Promise.all([loadPresenceRows(db, realm.id, question, now), visibleUserIds(db, actor)]);
  const last = rows.reduce((newest, { update_id }) => Math.max(newest, update_id), question.after);
  const presences: Presences = {};
  for (const row of rows) {
    const account = known.get(row.user_id);
    if (!account?.is_active || visible?.has(row.user_id) === false) continue;
    const presence = presentPresence(row, account);
    if (request.slim) presences[row.user_id] = presence;
    else presences[apiEmail(userRecordOf(account), realm)] = toClientPresences(presence);
  }
  return { presences, presence_last_update_id: last, server_timestamp };
}
