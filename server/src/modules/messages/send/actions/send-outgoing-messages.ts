import type { AppError } from "#kernel/errors.ts";
import type { Tx } from "#kernel/db/types.ts";
import type { GroupWrite } from "#kernel/http/context.ts";
import { rememberAnswers } from "#modules/platform/idempotency/actions/store-responses.ts";
import { IdempotencyKeyReused } from "#modules/platform/idempotency/errors.ts";
import { repeatedKeys } from "#modules/platform/idempotency/idempotency-keys.ts";
import type { AskedAhead } from "../context/send-preload.ts";
import { directKey } from "#modules/messages/recipients/direct-recipients.ts";
import { knownFacts } from "../context/send-context-from-snapshot.ts";
import type { Outgoing } from "../outgoing-message.ts";
import { sendingRights } from "../permissions/send-permission.ts";
import { loadTopicParticipants } from "../context/topic-participants.ts";
import { sendMessages, type Sent } from "./send-messages.ts";

type Outcome = Sent | AppError;

interface Allowed {
  readonly item: Outgoing;
  /** Among all items. */
  readonly index: number;
}

/**
 * Sends what several clients asked for, in one transaction. The organization's position is locked: nobody can lose a right, or
 * use a key, between the check and the commit.
 */
export async function sendOutgoing(
  { tx, now, directory }: GroupWrite,
  items: readonly Outgoing[],
  { ids, isNew, conversations, answered }: AskedAhead,
): Promise<readonly Outcome[]> {
  const realm = items[0]?.realm;
  if (!realm) return [];
  const participants = await participantsOf(tx, items);
  const verdicts = sendingRights(directory, items, {
    participants: (draft) => participants.get(draft)?.length ?? 0,
    haveTalked: (userIds) => conversations.has(directKey(userIds)),
  });
  const outcomes = new Map<number, Outcome>(answered);
  const repeated = repeatedKeys(items);
  const fresh = items
    .map((item, index) => ({ item, index }))
    .filter(({ index }) => !outcomes.has(index) && !repeated.has(index));
  for (const { index } of fresh) if (verdicts[index]) outcomes.set(index, verdicts[index]);
  const allowed = fresh.filter(({ index }) => !verdicts[index]);
  const drafts = allowed.map(({ item }) => item.draft);
  const facts = knownFacts(directory, realm, drafts, { ids, isNew, participants, conversations });
  const sent = await sendMessages(tx, { realm, now }, drafts, facts);
  allowed.forEach(({ index }, order) => outcomes.set(index, sent[order] as Sent));
  await remember(tx, now, allowed, sent);
  for (const [index, first] of repeated) outcomes.set(index, repeatOf(items, index, first, outcomes));
  return items.map((_, index) => outcomes.get(index) as Outcome);
}

/** Who wrote or reacted in the topics that are mentioned as a whole. Asks nothing where none is. */
async function participantsOf(tx: Tx, items: readonly Outgoing[]) {
  const drafts = items.map(({ draft }) => draft);
  const found = await loadTopicParticipants(tx, drafts);
  return new Map(drafts.map((draft, index) => [draft, found.get(index) ?? []]));
}

async function remember(tx: Tx, now: Date, allowed: readonly Allowed[], sent: readonly Sent[]): Promise<void> {
  const keyed = allowed.flatMap(({ item: { sender, idempotency } }, order) =>
    idempotency ? [{ userId: sender.id, idempotency, answer: sent[order] as Sent }] : [],
  );
  await rememberAnswers(tx, now, keyed);
}

/** The answer to a request whose key came earlier in the same batch. */
function repeatOf(
  items: readonly Outgoing[],
  index: number,
  first: number,
  outcomes: ReadonlyMap<number, Outcome>,
): Outcome {
  const same = items[index]?.idempotency?.hash === items[first]?.idempotency?.hash;
  return same ? (outcomes.get(first) as Outcome) : new IdempotencyKeyReused();
}
