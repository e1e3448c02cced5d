import type { MessageSnapshot } from "@parlance/contract/entities/message.ts";
import { inSlices } from "#kernel/slices.ts";
import { shownTopic } from "#modules/1-ground/conversations/text.ts";
import { htmlDiff } from "./html-diff.ts";
import type { WithEdits } from "./queries.ts";
import { replaced, visibleEdits } from "./visible-edits.ts";

type Snapshot = Omit<MessageSnapshot, "content_html_diff">;

/** What finding all differences of a history may cost: for each of them the square of how many words differ. */
const MOST_EFFORT = 2e7;

/** What a message was after each change that may be seen, oldest first; before all of them, what it was when it was sent. */
export async function* snapshotsOf(message: WithEdits, allowEmptyTopicName: boolean): AsyncGenerator<MessageSnapshot> {
  const all = backwards(message, allowEmptyTopicName).reverse();
  const most = Math.floor(Math.sqrt(MOST_EFFORT / all.length));
  for (const snapshot of all) {
    const { prev_rendered_content: before, rendered_content: after } = snapshot;
    if (before === undefined) yield snapshot;
    else yield { ...snapshot, content_html_diff: await inSlices(htmlDiff(before, after, most)) };
  }
}

/** Newest first: each change tells what the message was before it. */
function backwards(message: WithEdits, allowEmptyTopicName: boolean): Snapshot[] {
  const topicOf = (topic: string) => (message.is_direct ? "" : shownTopic(topic, allowEmptyTopicName));
  let { content, rendered_content, topic } = message;
  const state = () => ({ topic: topicOf(topic), content, rendered_content });
  const snapshots: Snapshot[] = [];
  for (const edit of message.edits ? visibleEdits(message.edits).toReversed() : []) {
    const { user_id, timestamp } = edit;
    snapshots.push({ ...state(), user_id, timestamp, ...replaced(edit, allowEmptyTopicName) });
    content = edit.prev_content ?? content;
    rendered_content = edit.prev_rendered_content ?? rendered_content;
    topic = edit.prev_topic ?? topic;
  }
  return [...snapshots, { ...state(), user_id: message.sender_id, timestamp: message.sent_at }];
}
