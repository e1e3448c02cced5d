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
 * it has not changed. `topicStates` must have been loaded while the organization's log position was locked.
 */
export async function raiseVisibility(
  tx: Tx,
  at: { readonly realmId: number; readonly now: Date },
  messages: readonly SentMessage[],
  topicStates: TopicStates,
): Promise<(RaisedVisibility | null)[]> {
  const changes = new Map<string, VisibilityChange>();
  const raised = new Set<string>();
  const raise = (written: SentMessage, userId: number, by: typeof visibilityAfterSending) => {
    const key = { userId, channelId: written.channelId, topic: written.topic };
    const state = topicStates.of(key);
    if (!state) return null;
    const topic = topicIdentity(key);
    const name = `${userId} ${topic}`;
    const known = changes.get(name);
    const isFirst = topicStates.isNew(key) && !raised.has(topic);
    const after = by({ ...state, policy: known ? known.after : state.policy }, isFirst);
    if (after !== null) changes.set(name, { ...key, before: state.policy, after });
    return after;
  };
  const outcomes = messages.map((written) => {
    const outcome = raise(written, written.senderId, visibilityAfterSending);
    for (const userId of written.mentioned) raise(written, userId, visibilityAfterMention);
    raised.add(topicIdentity(written));
    return outcome;
  });
  await storeVisibility(tx, at, [...changes.values()]);
  return outcomes;
}
