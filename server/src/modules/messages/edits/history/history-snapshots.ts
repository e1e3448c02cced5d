import type { MessageSnapshot } from "@parlance/contract/entities/message.ts";
import { runInTimeSlices, type PausableTask } from "@parlance/kernel/base/time-slicing.ts";
import { displayTopic } from "#modules/messages/conversations/message-text.ts";
import { htmlDiff } from "./html-diff.ts";
import type { MessageWithEdits } from "../queries.ts";
import { replacedFields, visibleEdits } from "./visible-edits.ts";

type Snapshot = Omit<MessageSnapshot, "content_html_diff">;

/**
 * Maximum total cost of the diffs in one history. The cost of one diff is the square of its number of differing words.
 */
const MAX_DIFF_COST = 2e7;

interface HistoryOptions {
  readonly allowEmptyTopicName: boolean;
  /** Maximum total size of the snapshots, in bytes. If all changes would exceed it, only the newest are included. */
  readonly maxBytes: number;
}

/**
 * Returns snapshots of a message as JSON, oldest first: its first state, and its state after each visible change. The
 * first state is the message as it was sent or, if older changes do not fit, as it was before the oldest included
 * change.
 */
export const createSnapshots = (message: MessageWithEdits, options: HistoryOptions): Promise<string[]> =>
  runInTimeSlices(writeSnapshots(message, options));

/**
 * Creates the snapshots from the newest to the oldest, because each entry of the edit history contains the state before
 * the change.
 */
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
