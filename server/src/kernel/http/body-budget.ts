import type { FastifyInstance, FastifyRequest } from "fastify";
import { ServerBusy } from "./errors.ts";
import { MAX_BODIES_BYTES, MAX_BODY_BYTES } from "./limits.ts";

/** Bodies up to this many bytes are not counted. */
const SMALL = 64 * 1024;

/** How much the body of a request may come to. */
function announced({ headers }: FastifyRequest): number {
  const length = headers["content-length"];
  if (length !== undefined) return Math.min(Number(length) || 0, MAX_BODY_BYTES);
  return headers["transfer-encoding"] === undefined ? 0 : MAX_BODY_BYTES;
}

/**
 * Bounds the memory that request bodies take while they arrive, of all clients together: they are read before anybody
 * asks who sends them. Small ones, which nearly all are, are always let in.
 */
export function limitBodies(app: FastifyInstance, most: number = MAX_BODIES_BYTES): void {
  let open = 0;
  app.addHook("onRequest", (request, reply, done) => {
    const size = announced(request);
    if (size <= SMALL) return done();
    if (open + size > most) return done(new ServerBusy());
    open += size;
    reply.raw.once("close", () => (open -= size));
    return done();
  });
}
