import { roles } from "@parlance/contract/entities/roles.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { Actor, RealmContext } from "@parlance/kernel/http/context.ts";
import { NotLoggedIn } from "@parlance/kernel/http/errors.ts";
import type { ChannelViewer } from "#modules/channels/core/access/channel-access.ts";
import { isOpenToSpectators } from "#modules/organizations/core/spectator-access.ts";

/**
 * The reader of messages: a user or a spectator. A spectator is not signed in, has no subscriptions and has fewer
 * rights than a guest.
 */
export interface MessageViewer extends ChannelViewer {
  readonly isSpectator: boolean;
}

const NO_USER_ID = 0;

/**
 * Resolves the viewer of a request. A caller who is not signed in becomes a spectator if the organization allows
 * web-public access and `isOpen` is true, which means that the requested data is public.
 * @throws NotLoggedIn if the caller is not signed in and cannot be a spectator
 */
export async function resolveViewer(
  db: Reader,
  realm: RealmContext,
  actor: Actor | null,
  isOpen: boolean,
): Promise<MessageViewer> {
  if (actor) return { id: actor.id, realmId: actor.realmId, role: actor.role, isSpectator: false };
  if (!isOpen || !(await isOpenToSpectators(db, realm))) throw new NotLoggedIn();
  return { id: NO_USER_ID, realmId: realm.id, role: roles.guest, isSpectator: true };
}
