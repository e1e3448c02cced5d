import type { FastifyInstance } from "fastify";
import { namesByCode } from "@parlance/emoji/index.ts";
import { JSON_TYPE, writeResponse } from "@parlance/kernel/http/write-response.ts";
import { EMOJI_DATA_PATH } from "#modules/organizations/settings/server/server-info.ts";

/** Clients may cache the document, because it changes only when the server is upgraded. */
const headers = { "cache-control": "public, max-age=300" };

/**
 * `GET /static/emoji.json`: the Unicode emoji and their names, from which clients build their emoji pickers. Requires
 * no login.
 */
export function registerEmojiDocument(app: FastifyInstance): void {
  const body = JSON.stringify({ code_to_names: Object.fromEntries(namesByCode) });
  app.get(EMOJI_DATA_PATH, (_request, reply) => {
    writeResponse(reply, { status: 200, contentType: JSON_TYPE, body, headers });
  });
}
