import type { Tx } from "@parlance/kernel/db/types.ts";
import { visibilityAfterMention, visibilityAfterSending, type RaisedVisibility } from "../visibility-policies.ts";
import { topicIdentity, type TopicStates, type Topic } from "../queries.ts";
import { storeVisibility, type VisibilityChange } from "./store-visibility.ts";

/** A message that was just sent to a topic. */
export interface SentMessage extends Topic {
  readonly senderId: number;
  /** Ids of the recipients whom the message mentions by name. */
  readonly mentioned: readonly number[];
}

/**
 * Makes users follow or unmute topics automatically because they send a message or are mentioned there. The users'
 * settings determine when this happens. Returns for each message the topic's new visibility for its sender, or null if
 * it has not changed. `standings` must have been loaded while the organization's log position was locked.
 */
export async function raiseVisibility(
  tx: Tx,
  at: { readonly realmId: number; readonly now: Date },
  messages: readonly SentMessage[],
  standings: TopicStates,
): Promise<(RaisedVisibility | null)[]> {
  const changes = new Map<string, VisibilityChange>();
  const begun = new Set<string>();
  const raise = (written: SentMessage, userId: number, by: typeof visibilityAfterSending) => {
    const asked = { userId, channelId: written.channelId, topic: written.topic };
    const standing = standings.of(asked);
    if (!standing) return null;
    const topic = topicIdentity(asked);
    const name = `${userId} ${topic}`;
    const known = changes.get(name);
    const isFirst = standings.isNew(asked) && !begun.has(topic);
    const after = by({ ...standing, policy: known ? known.after : standing.policy }, isFirst);
    if (after !== null) changes.set(name, { ...asked, before: standing.policy, after });
    return after;
  };
  const outcomes = messages.map((written) => {
    const outcome = raise(written, written.senderId, visibilityAfterSending);
    for (const userId of written.mentioned) raise(written, userId, visibilityAfterMention);
    begun.add(topicIdentity(written));
    return outcome;
  });
  await storeVisibility(tx, at, [...changes.values()]);
  return outcomes;
}
