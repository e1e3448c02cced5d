import type { Actor, RequestInfo } from "@parlance/kernel/http/context.ts";
import { credentialKey } from "@parlance/kernel/base/credential.ts";
import type { LiveQueue, QueueConsumer } from "./live-queue.ts";

/** What a client asks of a queue. */
export interface Poll {
  readonly queueId: string;
  readonly lastEventId: number;
  /** Answer at once, even with nothing. */
  readonly dontBlock: boolean;
  readonly request: Pick<RequestInfo, "onDisconnect" | "useStockNames">;
}

/** The server's own event that somebody lost these queues: their rows are gone. See `toServerProcesses`. */
interface QueuesClosedEvent {
  readonly type: "queues_closed";
  readonly queue_ids: readonly string[];
}

export const isQueuesClosedEvent = (event: { type: string }): event is QueuesClosedEvent =>
  event.type === "queues_closed";

/** Whether it is the caller's: opened with what they come in with now, so that it ends as soon as that does. */
export const belongsTo = ({ userId, credentialKey: pass }: LiveQueue, actor: Actor): boolean =>
  userId === actor.id && pass === (actor.credential ? credentialKey(actor.credential) : null);

/** Gives a queue to a client that begins to read it. */
export function claimTurn(queue: LiveQueue, { credential }: Actor, isStream: boolean): QueueConsumer {
  queue.turn += 1;
  return { turn: queue.turn, isStream, expiresAt: credential?.expiresAt ?? null };
}

/** Whether the credential has expired with which a reader came. */
export const hasExpired = ({ expiresAt }: QueueConsumer, now: Date): boolean =>
  expiresAt !== null && expiresAt <= now.getTime();

/** Whether nobody has come after this reader. */
export const hasTurn = (queue: LiveQueue, { turn }: QueueConsumer): boolean => queue.turn === turn;
