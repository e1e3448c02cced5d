import type { FastifyInstance, FastifyRequest } from "fastify";
import { parseLosslessJson } from "@parlance/kernel/base/lossless-json.ts";
import { bodyOf } from "@parlance/kernel/http/request-bodies.ts";
import { MalformedBody } from "@parlance/kernel/http/errors.ts";

/** The parameters of a form; of one that comes twice, the last. */
const parseForm = (text: string): object => Object.fromEntries(new URLSearchParams(text));

const parsers = { "application/json": parseLosslessJson, "application/x-www-form-urlencoded": parseForm };

/** Takes forms and JSON, in UTF-8. Bodies are read at the pace and within the memory that the server grants. */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  for (const [type, parse] of Object.entries(parsers)) {
    app.addContentTypeParser(type, async (request: FastifyRequest) => {
      const pieces: Buffer[] = [];
      await bodyOf(request)?.read((piece) => void pieces.push(piece));
      try {
        return parse(new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(pieces)));
      } catch {
        throw new MalformedBody();
      }
    });
  }
}
