import type { Tx } from "#kernel/db/types.ts";
import { alertedReaders } from "#modules/users/alert-words/queries.ts";
import { loadMentionCandidates } from "#modules/messages/send/context/send-context.ts";
import { loadTopicParticipants } from "#modules/messages/send/context/topic-participants.ts";
import { messageFlags } from "#modules/messages/read-state/flags/message-flags.ts";
import { receiversAmong } from "#modules/messages/read-state/receivers.ts";
import { destinationOf, type EditableMessage } from "./editable-message.ts";
import type { NewContent } from "./update-request.ts";

/** The flags that follow from what a message says. */
export const CONTENT_FLAGS =
  messageFlags.mentioned | messageFlags.topic_wildcard_mentioned | messageFlags.has_alert_word;

/**
 * The flags that follow from the new text of a message, as bits of `message_flag`, by user. Only users to whom it came get
 * any. The realm's position must be locked.
 */
export async function contentFlagsByUser(
  tx: Tx,
  realmId: number,
  message: EditableMessage,
  { source, rendered }: NewContent,
): Promise<ReadonlyMap<number, number>> {
  const texts = [{ to: destinationOf(message), rendered }];
  const mentioned = [...((await loadMentionCandidates(tx, texts)).get(0) ?? [])];
  const participants = (await loadTopicParticipants(tx, texts)).get(0) ?? [];
  const [alerted = []] = await alertedReaders(tx, realmId, [{ content: source, to: "anybody" }]);
  const candidates = [...new Set([...mentioned, ...participants, ...alerted])];
  const receivers = new Set(await receiversAmong(tx, message, candidates));
  const bits = new Map<number, number>();
  const add = (userIds: readonly number[], bit: number) => {
    for (const id of userIds) if (receivers.has(id)) bits.set(id, (bits.get(id) ?? 0) | bit);
  };
  add(mentioned, messageFlags.mentioned);
  add(participants, messageFlags.topic_wildcard_mentioned);
  add(alerted, messageFlags.has_alert_word);
  return bits;
}
