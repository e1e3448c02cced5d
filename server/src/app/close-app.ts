import type { FastifyInstance } from "fastify";
import type { EventQueues } from "#realtime/queues/event-queues.ts";

/** How long a stop waits for requests under way, in milliseconds. */
const STOP_TIMEOUT_MS = 3000;

/**
 * Answers the polls that wait, lets requests under way end, and closes the server. Connections on which nothing arrives, or too
 * slowly, are cut: a stop must not depend on them.
 */
export async function closeApp(app: FastifyInstance, queues: EventQueues): Promise<void> {
  queues.endPolls();
  const timeout = setTimeout(() => app.server.closeAllConnections(), STOP_TIMEOUT_MS);
  await app.close();
  clearTimeout(timeout);
}
