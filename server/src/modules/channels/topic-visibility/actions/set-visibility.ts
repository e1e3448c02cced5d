import type { Tx } from "@parlance/kernel/db/types.ts";
import { lockPosition } from "@parlance/kernel/events/event-log.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import { topicKey } from "#modules/messages/conversations/message-text.ts";
import type { TopicVisibility } from "../visibility-policies.ts";
import type { Topic } from "../queries.ts";
import { storeVisibility } from "./store-visibility.ts";

interface VisibilitySetting extends Topic {
  readonly actor: Pick<Actor, "id" | "realmId">;
  /** The new visibility of the topic. `null` if the setting for the channel should apply. */
  readonly policy: TopicVisibility | null;
  readonly now: Date;
}

/**
 * Sets a topic's visibility for the actor. Returns the previous visibility. The caller must check that the actor can
 * see the channel. Locks the organization's log position.
 */
export async function setVisibility(tx: Tx, { actor, channelId, topic, policy, now }: VisibilitySetting) {
  await lockPosition(tx, actor.realmId);
  const row = await tx
    .selectFrom("user_topic")
    .select("policy")
    .where("user_id", "=", actor.id)
    .where("channel_id", "=", channelId)
    .where("topic_key", "=", topicKey(topic))
    .executeTakeFirst();
  const before = (row?.policy ?? null) as TopicVisibility | null;
  const change = { userId: actor.id, channelId, topic, before, after: policy };
  await storeVisibility(tx, { realmId: actor.realmId, now }, [change]);
  return before;
}
