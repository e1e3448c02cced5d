import type { Clock } from "@parlance/kernel/base/clock.ts";
import type { Actor, RequestInfo } from "@parlance/kernel/http/context.ts";
import { credentialKey } from "@parlance/kernel/base/credential.ts";
import type { LiveQueue, QueueConsumer } from "./live-queue.ts";

/** A client's request for the events of a queue. */
export interface Poll {
  readonly queueId: string;
  readonly lastEventId: number;
  /** Whether to respond immediately, even without events. */
  readonly dontBlock: boolean;
  readonly request: Pick<RequestInfo, "onDisconnect" | "useStockNames">;
}

/**
 * Internal event, not sent to clients, about queues that were closed and whose rows are deleted. See
 * `toServerProcesses`.
 */
interface QueuesClosedEvent {
  readonly type: "queues_closed";
  readonly queue_ids: readonly string[];
}

export const isQueuesClosedEvent = (event: { type: string }): event is QueuesClosedEvent =>
  event.type === "queues_closed";

/**
 * Returns true if the queue belongs to the caller, who must use the credential with which the queue was registered. So
 * access to the queue ends together with the credential.
 */
export const belongsTo = ({ userId, credentialKey: pass }: LiveQueue, actor: Actor): boolean =>
  userId === actor.id && pass === (actor.credential ? credentialKey(actor.credential) : null);

/** Makes a client the latest consumer of a queue, which reads it from now on. */
export function claimTurn(queue: LiveQueue, { credential }: Actor, isStream: boolean): QueueConsumer {
  queue.turn += 1;
  return { turn: queue.turn, isStream, expiresAt: credential?.expiresAt ?? null };
}

/** Returns true if the consumer's credential has expired. */
export const hasExpired = ({ expiresAt }: QueueConsumer, clock: Pick<Clock, "now">): boolean =>
  expiresAt !== null && expiresAt <= clock.now().getTime();

/** Returns true if this is the queue's latest consumer. */
export const hasTurn = (queue: LiveQueue, { turn }: QueueConsumer): boolean => queue.turn === turn;
