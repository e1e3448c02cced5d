import type { FastifyInstance, FastifyRequest } from "fastify";
import { parseLosslessJson } from "@parlance/kernel/base/lossless-json.ts";
import { bodyOf } from "@parlance/kernel/http/request-bodies.ts";
import { MalformedBody } from "@parlance/kernel/http/errors.ts";

/** Parses the parameters of a form. If a parameter is repeated, its last value is used. */
const parseForm = (text: string): object => Object.fromEntries(new URLSearchParams(text));

const parsers = { "application/json": parseLosslessJson, "application/x-www-form-urlencoded": parseForm };

/** Adds parsers for forms and JSON, in UTF-8. Bodies are read within the server's limits for rate and memory. */
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
