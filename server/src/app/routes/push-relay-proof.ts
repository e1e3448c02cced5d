import type { FastifyInstance } from "fastify";
import type { Database } from "@parlance/kernel/db/types.ts";
import { errorBody } from "@parlance/kernel/http/error-response.ts";
import { NotFound } from "@parlance/kernel/http/errors.ts";
import type { RawQuery } from "@parlance/kernel/http/exchange.ts";
import { type HttpResponse, JSON_TYPE, writeResponse } from "@parlance/kernel/http/write-response.ts";
import {
  createHostnameProof,
  type RelayAccount,
  findRelayAccount,
} from "#modules/notifications/push-devices/relay/relay-account.ts";
import type { PushSettings } from "#modules/notifications/push-devices/settings.ts";

const CHALLENGE = /^[0-9a-f]{64}$/;

interface ProofOptions {
  readonly db: Pick<Database, "reader">;
  readonly settings: PushSettings & { readonly url: string };
}

/**
 * `GET /api/v1/push_relay_proof?challenge=…`: proves to the push relay that this server is reachable at its host name.
 * The response is useless to other clients: it is valid only for this challenge of the relay, and only for this server.
 */
export function registerPushRelayProof(app: FastifyInstance, { db, settings }: ProofOptions): void {
  const { host } = new URL(settings.url);
  let account: RelayAccount | undefined;
  app.get("/api/v1/push_relay_proof", async (request, reply) => {
    const challenge = new URLSearchParams((request.query as RawQuery).text).get("challenge") ?? "";
    if (settings.pushRelayUrl !== undefined) account ??= await findRelayAccount(db);
    writeResponse(
      reply,
      account && CHALLENGE.test(challenge) ? proof(createHostnameProof(account, host, challenge)) : notFound,
    );
    return reply;
  });
}

const proof = (body: string): HttpResponse => ({
  status: 200,
  contentType: "text/plain",
  body,
  headers: { "cache-control": "no-store" },
});

const notFound: HttpResponse = { status: 404, contentType: JSON_TYPE, body: errorBody(new NotFound()) };
