import type { Tx } from "@parlance/kernel/db/types.ts";
import { InvalidIdempotencyKey, IdempotencyKeyReused } from "../errors.ts";
import { parseIdempotencyKey } from "../idempotency-keys.ts";

interface IdempotentRequest {
  readonly userId: number;
  /** Value of the `Idempotency-Key` header. Without it, repeated requests are not detected. */
  readonly header: string | undefined;
  /** The complete request, so that a different request with the same key is rejected. */
  readonly payload: object;
  readonly now: Date;
}

/** Errors of `runIdempotently`. */
export const idempotencyErrors = [InvalidIdempotencyKey, IdempotencyKeyReused] as const;

/**
 * Calls `act` for the first request of a user with a key. Later requests with the same key get the stored result. A
 * request with the same key that is sent while the first one runs waits for its result.
 * @throws InvalidIdempotencyKey
 * @throws IdempotencyKeyReused if the key was used for a different request
 */
export async function runIdempotently<A extends object>(
  tx: Tx,
  request: IdempotentRequest,
  act: () => Promise<A>,
): Promise<A> {
  const { userId, now } = request;
  const idempotency = parseIdempotencyKey(request.header, request.payload);
  if (idempotency === "invalid") throw new InvalidIdempotencyKey();
  if (!idempotency) return act();
  const { key, hash } = idempotency;
  const claimed = await tx
    .insertInto("idempotency_key")
    .values({ user_id: userId, key, request_hash: hash, answer: "null", created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("key")
    .executeTakeFirst();
  if (!claimed) return loadStoredResponse<A>(tx, userId, key, hash);
  const answer = await act();
  await tx
    .updateTable("idempotency_key")
    .set({ answer: JSON.stringify(answer) })
    .where("user_id", "=", userId)
    .where("key", "=", key)
    .execute();
  return answer;
}

async function loadStoredResponse<A>(tx: Tx, userId: number, key: string, hash: string): Promise<A> {
  const stored = await tx
    .selectFrom("idempotency_key")
    .select(["request_hash", "answer"])
    .where("user_id", "=", userId)
    .where("key", "=", key)
    .executeTakeFirstOrThrow();
  if (stored.request_hash !== hash) throw new IdempotencyKeyReused();
  return stored.answer as A;
}
