import type { AppError } from "@parlance/kernel/base/errors.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { GroupWrite } from "@parlance/kernel/http/context.ts";
import { storeResponses } from "#modules/platform/idempotency/actions/store-responses.ts";
import { IdempotencyKeyReused } from "#modules/platform/idempotency/errors.ts";
import { findRepeatedKeys } from "#modules/platform/idempotency/idempotency-keys.ts";
import { type SendPreload, loadTopicParticipants } from "../context/send-preload.ts";
import { directKey } from "#modules/messages/recipients/direct-recipients.ts";
import { sendContextFromSnapshot } from "../context/send-context.ts";
import type { OutgoingMessage } from "../outgoing-message.ts";
import { sendPermissionErrors } from "../send-permission.ts";
import { sendMessages } from "./send-messages.ts";
import type { SentMessage } from "../message-draft.ts";

type SendResult = SentMessage | AppError;

interface PermittedItem {
  readonly item: OutgoingMessage;
  /** Index of the item in the list of all items. */
  readonly index: number;
}

/**
 * Sends the messages of several requests in one transaction. The organization's log position is locked during the
 * checks and until the commit, so that permissions cannot be revoked and idempotency keys cannot be used in between.
 */
export async function sendOutgoingMessages(
  { tx, now, snapshot }: GroupWrite,
  items: readonly OutgoingMessage[],
  { ids, isNew, conversations, answered }: SendPreload,
): Promise<readonly SendResult[]> {
  const realm = items[0]?.realm;
  if (!realm) return [];
  const participants = await loadParticipantsByDraft(tx, items);
  const verdicts = sendPermissionErrors(snapshot, items, {
    participants: (draft) => participants.get(draft)?.length ?? 0,
    hasConversation: (userIds) => conversations.has(directKey(userIds)),
  });
  const outcomes = new Map<number, SendResult>(answered);
  const repeated = findRepeatedKeys(items);
  const fresh = items
    .map((item, index) => ({ item, index }))
    .filter(({ index }) => !outcomes.has(index) && !repeated.has(index));
  for (const { index } of fresh) if (verdicts[index]) outcomes.set(index, verdicts[index]);
  const allowed = fresh.filter(({ index }) => !verdicts[index]);
  const drafts = allowed.map(({ item }) => item.draft);
  const facts = sendContextFromSnapshot(snapshot, realm, drafts, { ids, isNew, participants, conversations });
  const sent = await sendMessages(tx, { realm, now }, drafts, facts);
  allowed.forEach(({ index }, order) => outcomes.set(index, sent[order] as SentMessage));
  await storeIdempotentResponses(tx, now, allowed, sent);
  for (const [index, first] of repeated) outcomes.set(index, responseToRepeat(items, index, first, outcomes));
  return items.map((_, index) => outcomes.get(index) as SendResult);
}

/** Loads the participants of topics, for drafts that mention `@topic`. Makes no query if no draft does. */
async function loadParticipantsByDraft(tx: Tx, items: readonly OutgoingMessage[]) {
  const drafts = items.map(({ draft }) => draft);
  const found = await loadTopicParticipants(tx, drafts);
  return new Map(drafts.map((draft, index) => [draft, found.get(index) ?? []]));
}

async function storeIdempotentResponses(
  tx: Tx,
  now: Date,
  allowed: readonly PermittedItem[],
  sent: readonly SentMessage[],
): Promise<void> {
  const keyed = allowed.flatMap(({ item: { sender, idempotency } }, order) =>
    idempotency ? [{ userId: sender.id, idempotency, answer: sent[order] as SentMessage }] : [],
  );
  await storeResponses(tx, now, keyed);
}

/** Returns the response to a request whose idempotency key belongs to an earlier request in the same batch. */
function responseToRepeat(
  items: readonly OutgoingMessage[],
  index: number,
  first: number,
  outcomes: ReadonlyMap<number, SendResult>,
): SendResult {
  const same = items[index]?.idempotency?.hash === items[first]?.idempotency?.hash;
  return same ? (outcomes.get(first) as SendResult) : new IdempotencyKeyReused();
}
