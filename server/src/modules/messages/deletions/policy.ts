import type { Tx } from "#kernel/db/types.ts";
import type { Write } from "#kernel/http/context.ts";
import type { PlacedFacts } from "#modules/messages/read-state/user-message.ts";
import { realmSettings } from "#modules/organizations/core/queries.ts";
import { holdsMany, type Claim } from "#modules/groups/core/settings/group-settings.ts";
import { MayNotDelete, TooLateToDelete } from "./errors.ts";

type Right = "can_delete_any_message_group" | "can_delete_own_message_group";

/** Whose message it is. */
interface Ownership {
  /** It is the actor's, or that of a bot of the actor's. */
  readonly isOwn: boolean;
  readonly senderId: number;
}

/**
 * Throws unless the actor may delete a message that they can read: any, if the organization or the channel lets them; their
 * own and those of their bots, if one of the two lets them do that, for as long as the organization allows it.
 * @throws MayNotDelete, TooLateToDelete
 */
export async function mustDelete(
  { tx, actor, realm, now }: Write,
  { id, channel_id: channelId }: Pick<PlacedFacts, "id" | "channel_id">,
): Promise<Ownership> {
  const claim = (setting: Right): Claim[] => {
    const inRealm: Claim = { userId: actor.id, scope: "realm", scopeId: realm.id, setting };
    return channelId === null
      ? [inRealm]
      : [inRealm, { userId: actor.id, scope: "channel", scopeId: channelId, setting }];
  };
  const any = claim("can_delete_any_message_group");
  const held = await holdsMany(tx, realm.id, [...any, ...claim("can_delete_own_message_group")]);
  const { sender_id, bot_owner_id, sent_at } = await senderOf(tx, id);
  const isOwn = sender_id === actor.id || bot_owner_id === actor.id;
  const whose = { isOwn, senderId: sender_id };
  if (held.slice(0, any.length).includes(true)) return whose;
  if (!isOwn || !held.slice(any.length).includes(true)) throw new MayNotDelete();
  const { message_content_delete_limit_seconds: limit } = await realmSettings(tx, realm.id);
  if (limit !== null && now.getTime() - sent_at.getTime() > limit * 1000) throw new TooLateToDelete();
  return whose;
}

const senderOf = (tx: Tx, messageId: number) =>
  tx
    .selectFrom("message")
    .innerJoin("account", "account.id", "message.sender_id")
    .select(["message.sender_id", "account.bot_owner_id", "message.sent_at"])
    .where("message.id", "=", messageId)
    .executeTakeFirstOrThrow();
