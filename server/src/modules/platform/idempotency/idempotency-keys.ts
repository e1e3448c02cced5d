import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { AppError } from "@parlance/kernel/base/errors.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { IdempotencyKeyReused } from "./errors.ts";

/** A client's idempotency key for a request. */
export interface IdempotencyKey {
  readonly key: string;
  /** Hash of the request, so that a different request with the same key is rejected. */
  readonly hash: string;
}

const KEY = /^[\x21-\x7e]{1,255}$/;

/** A request. The two listed fields are not compared, because they only say which client gets the event. */
interface RequestBody {
  readonly queue_id?: string | undefined;
  readonly local_id?: string | undefined;
}

/**
 * Returns the key in a request's `Idempotency-Key` header; null if there is no such header, `"invalid"` if it is
 * invalid.
 */
export function parseIdempotencyKey(header: string | undefined, request: object): IdempotencyKey | null | "invalid" {
  if (header === undefined) return null;
  if (!KEY.test(header)) return "invalid";
  // The event queue is not part of the hash: a client that lost the response may have lost its queue too, and repeat
  // the request with a new queue.
  const { queue_id: _queue, local_id: _local, ...relevant } = request as RequestBody;
  const canonical = JSON.stringify(Object.entries(relevant).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { key: header, hash: createHash("sha256").update(canonical).digest("hex") };
}

interface KeyedRequest {
  readonly sender: { readonly id: number };
  readonly idempotency: IdempotencyKey | null;
}

const requestIdentity = (userId: number, key: string) => `${userId} ${key}`;

/**
 * Returns the stored responses to these requests, by their index. If a key was used for a different request, returns an
 * error instead.
 */
export async function loadStoredResponses<A extends object>(
  tx: Tx,
  items: readonly KeyedRequest[],
): Promise<ReadonlyMap<number, A | AppError>> {
  const keyed = items.filter(({ idempotency }) => idempotency);
  if (keyed.length === 0) return new Map();
  const { rows } = await sql<{
    user_id: number;
    key: string;
    request_hash: string;
    answer: A;
  }>`
    select stored.user_id, stored.key, stored.request_hash, stored.answer
    from unnest(${keyed.map(({ sender }) => sender.id)}::int[], ${keyed.map(({ idempotency }) => idempotency?.key ?? "")}::text[])
      as asked(user_id, key)
    join idempotency_key stored using (user_id, key)`.execute(tx);
  const stored = new Map(rows.map((row) => [requestIdentity(row.user_id, row.key), row]));
  const answers = new Map<number, A | AppError>();
  items.forEach(({ sender, idempotency }, index) => {
    const row = idempotency && stored.get(requestIdentity(sender.id, idempotency.key));
    if (row) answers.set(index, row.request_hash === idempotency.hash ? row.answer : new IdempotencyKeyReused());
  });
  return answers;
}

/**
 * Returns the items that have the same key as an earlier item of the batch, each with the index of that earlier item,
 * whose outcome they share.
 */
export function findRepeatedKeys(items: readonly KeyedRequest[]): ReadonlyMap<number, number> {
  const first = new Map<string, number>();
  const repeated = new Map<number, number>();
  items.forEach(({ sender, idempotency }, index) => {
    if (!idempotency) return;
    const name = requestIdentity(sender.id, idempotency.key);
    const earlier = first.get(name);
    if (earlier === undefined) first.set(name, index);
    else repeated.set(index, earlier);
  });
  return repeated;
}
