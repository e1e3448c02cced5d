import type { AppError } from "#kernel/errors.ts";
import { lockPosition } from "#kernel/events/log.ts";
import { together } from "#kernel/db/together.ts";
import type { Tx } from "#kernel/db/types.ts";
import type { GroupWrite } from "#kernel/http/context.ts";
import { IdempotencyKeyReused } from "#modules/2-records/idempotency/errors.ts";
import { earlierAnswers, repeatedKeys } from "#modules/2-records/idempotency/idempotency.ts";
import type { Outgoing } from "../outgoing.ts";
import { loadSendingFacts } from "../sending-facts.ts";
import { sendingRights } from "../sending-rights.ts";
import { rememberAnswers } from "#modules/2-records/idempotency/actions/remember-answers.ts";
import { sendMessages, type Sent } from "./send-messages.ts";

type Outcome = Sent | AppError;

interface Indexed {
  readonly item: Outgoing;
  readonly nth: number;
}

/**
 * Sends what several clients asked for, in one transaction. The organization's position is locked first: nobody can
 * lose a right, or use a key, between the check and the commit.
 */
export async function sendOutgoing({ tx, now }: GroupWrite, items: readonly Outgoing[]): Promise<readonly Outcome[]> {
  const realm = items[0]?.realm;
  if (!realm) return [];
  const drafts = items.map(({ draft }) => draft);
  // One journey to the database: what follows the lock is read after it, since statements run in their order.
  const locked = lockPosition(tx, realm.id);
  const judged = sendingRights(tx, realm.id, items);
  const channels = judged.then((rights) => rights.channels);
  const facts = loadSendingFacts(tx, realm, drafts, channels);
  const [, answered, { verdicts }, known] = await together([locked, earlierAnswers<Sent>(tx, items), judged, facts]);
  const outcomes = new Map<number, Outcome>(answered);
  const repeated = repeatedKeys(items);
  const fresh = items.map((item, nth) => ({ item, nth })).filter(({ nth }) => !outcomes.has(nth) && !repeated.has(nth));
  const allowed = fresh.filter(({ nth }) => !verdicts[nth]);
  for (const { nth } of fresh) if (verdicts[nth]) outcomes.set(nth, verdicts[nth]);
  const sent = await sendMessages(
    tx,
    { realm, now },
    allowed.map(({ item }) => item.draft),
    known,
  );
  allowed.forEach(({ nth }, index) => outcomes.set(nth, sent[index] as Sent));
  await remember(tx, now, allowed, sent);
  for (const [nth, first] of repeated) outcomes.set(nth, repeatOf(items, nth, first, outcomes));
  return items.map((_, nth) => outcomes.get(nth) as Outcome);
}

async function remember(tx: Tx, now: Date, allowed: readonly Indexed[], sent: readonly Sent[]): Promise<void> {
  const keyed = allowed.flatMap(({ item: { sender, idempotency } }, index) =>
    idempotency ? [{ userId: sender.id, idempotency, answer: sent[index] as Sent }] : [],
  );
  await rememberAnswers(tx, now, keyed);
}

/** The answer to a request whose key came earlier in the same batch. */
function repeatOf(
  items: readonly Outgoing[],
  nth: number,
  first: number,
  outcomes: ReadonlyMap<number, Outcome>,
): Outcome {
  const same = items[nth]?.idempotency?.hash === items[first]?.idempotency?.hash;
  return same ? (outcomes.get(first) as Outcome) : new IdempotencyKeyReused();
}
