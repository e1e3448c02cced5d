import type { Tx } from "@parlance/kernel/db/types.ts";
import type { IdempotencyKey } from "../idempotency-keys.ts";

/** Stores responses, in the same transaction as the changes that they report. */
export async function storeResponses(
  tx: Tx,
  now: Date,
  answers: readonly { userId: number; idempotency: IdempotencyKey; answer: object }[],
): Promise<void> {
  if (answers.length === 0) return;
  await tx
    .insertInto("idempotency_key")
    .values(
      answers.map(({ userId, idempotency, answer }) => ({
        user_id: userId,
        key: idempotency.key,
        request_hash: idempotency.hash,
        answer: JSON.stringify(answer),
        created_at: now,
      })),
    )
    .execute();
}
