import { roles } from "@parlance/contract/entities/roles.ts";
import type { Reader } from "#kernel/db/types.ts";
import type { Actor, RealmContext } from "#kernel/http/context.ts";
import { NotLoggedIn } from "#kernel/http/errors.ts";
import type { Person } from "#modules/4-channels/channels/access.ts";
import { realmSettings } from "#modules/1-ground/realms/queries.ts";

/** Who reads messages: a user, or somebody who did not sign in, who is in no channel and less than a guest. */
export interface MessageReader extends Person {
  readonly isSpectator: boolean;
}

const NOBODY = 0;

/**
 * Who asks for messages. Throws NotLoggedIn for nobody, unless the organization is open to the web and `isOpen` says
 * that what is asked for may be.
 */
export async function readerOf(
  db: Reader,
  realm: RealmContext,
  actor: Actor | null,
  isOpen: boolean,
): Promise<MessageReader> {
  if (actor) return { id: actor.id, realmId: actor.realmId, role: actor.role, isSpectator: false };
  if (!isOpen || !(await realmSettings(db, realm.id)).enable_spectator_access) throw new NotLoggedIn();
  return { id: NOBODY, realmId: realm.id, role: roles.guest, isSpectator: true };
}
