import type { MessageSnapshot } from "@parlance/contract/entities/message.ts";
import { runInTimeSlices, type PausableTask } from "@parlance/kernel/base/time-slicing.ts";
import { displayTopic } from "#modules/messages/conversations/message-text.ts";
import { htmlDiff } from "./html-diff.ts";
import type { MessageWithEdits } from "../queries.ts";
import { replacedFields, visibleEdits } from "./visible-edits.ts";

type Snapshot = Omit<MessageSnapshot, "content_html_diff">;

/** What finding all differences of a history may cost: for each of them the square of how many words differ. */
const MAX_DIFF_COST = 2e7;

interface HistoryOptions {
  readonly allowEmptyTopicName: boolean;
  /** Of more bytes than that, only the newest changes are listed. */
  readonly maxBytes: number;
}

/**
 * What a message was after each change that may be seen, oldest first, each snapshot as JSON; before all of them, what it was
 * when it was sent, or before the oldest change that is listed.
 */
export const createSnapshots = (message: MessageWithEdits, options: HistoryOptions): Promise<string[]> =>
  runInTimeSlices(writeSnapshots(message, options));

/** From the newest change back: each edit says what the message was before it. */
function* writeSnapshots(
  message: MessageWithEdits,
  { allowEmptyTopicName, maxBytes }: HistoryOptions,
): PausableTask<string[]> {
  const { sender_id, sent_at, is_direct } = message;
  const edits = message.edits ? visibleEdits(message.edits).toReversed() : [];
  const maxDifferent = Math.floor(Math.sqrt(MAX_DIFF_COST / (edits.length + 1)));
  let { content, rendered_content, topic } = message;
  const state = (user_id: number, timestamp: number): Snapshot => ({
    topic: is_direct ? "" : displayTopic(topic, allowEmptyTopicName),
    content,
    rendered_content,
    user_id,
    timestamp,
  });
  const texts: string[] = [];
  let bytes = 0;
  for (const edit of edits) {
    const snapshot = { ...state(edit.user_id, edit.timestamp), ...replacedFields(edit, allowEmptyTopicName) };
    const text = JSON.stringify(yield* withDiff(snapshot, maxDifferent));
    bytes += Buffer.byteLength(text);
    if (bytes > maxBytes) break;
    texts.push(text);
    content = edit.prev_content ?? content;
    rendered_content = edit.prev_rendered_content ?? rendered_content;
    topic = edit.prev_topic ?? topic;
    yield;
  }
  return [...texts, JSON.stringify(state(sender_id, sent_at))].reverse();
}

function* withDiff(snapshot: Snapshot, maxDifferent: number): PausableTask<MessageSnapshot> {
  const { prev_rendered_content: before, rendered_content: after } = snapshot;
  if (before === undefined) return snapshot;
  return { ...snapshot, content_html_diff: yield* htmlDiff(before, after, maxDifferent) };
}
