import type { Actor, RequestInfo } from "#kernel/http/context.ts";
import { passName } from "#kernel/http/credential.ts";
import type { LiveQueue, QueueReader } from "./live-queue.ts";

/** What a client asks of a queue. */
export interface Poll {
  readonly queueId: string;
  readonly lastEventId: number;
  /** Answer at once, even with nothing. */
  readonly dontBlock: boolean;
  readonly request: Pick<RequestInfo, "onGone" | "useStockNames">;
}

/** The server's own event that somebody lost these queues: their rows are gone. See `toServers`. */
interface QueuesClosedEvent {
  readonly type: "queues_closed";
  readonly queue_ids: readonly string[];
}

export const areQueuesClosed = (event: { type: string }): event is QueuesClosedEvent => event.type === "queues_closed";

/** Whether it is the caller's: opened with what they come in with now, so that it ends as soon as that does. */
export const isOf = ({ userId, pass }: LiveQueue, actor: Actor): boolean =>
  userId === actor.id && pass === (actor.pass ? passName(actor.pass) : null);

/** Gives a queue to a client that begins to read it. */
export function takesTurn(queue: LiveQueue, { pass }: Actor, isStream: boolean): QueueReader {
  queue.turn += 1;
  return { turn: queue.turn, isStream, expiresAt: pass?.expiresAt ?? null };
}

/** Whether the credential has expired with which a reader came. */
export const hasExpired = ({ expiresAt }: QueueReader, now: Date): boolean =>
  expiresAt !== null && expiresAt <= now.getTime();

/** Whether nobody has come after this reader. */
export const hasTurn = (queue: LiveQueue, { turn }: QueueReader): boolean => queue.turn === turn;
