import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { playerHosts } from "@parlance/markdown/preview/video-players.ts";
import { createContentPolicy } from "@parlance/kernel/http/security-headers.ts";
import { writeResponse } from "@parlance/kernel/http/write-response.ts";
import type { Document } from "../../pages/http/page-types.ts";
import type { BuiltClient, ClientFile } from "./built-client.ts";

/**
 * Content security policy of the client's page. It allows the client's own scripts and styles, this server's API,
 * pictures from any HTTPS site, and some video players.
 */
const clientPolicy = createContentPolicy({
  "script-src": "'self'",
  // The hash allows the only inline style that the component library adds. The style sets how touches and scrolling
  // interact.
  "style-src": "'self' 'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='",
  "connect-src": "'self'",
  "img-src": "'self' data: blob: https:",
  "media-src": "'self' blob:",
  // Video players of other sites, shown when a user clicks a video preview.
  "frame-src": playerHosts.map((host) => `https://${host}`).join(" "),
  "font-src": "'self'",
  "manifest-src": "'self'",
  "worker-src": "'self'",
});

/**
 * Content security policy of the client's service worker, which fetches the client's own files and reports to the
 * server which messages were read.
 */
const workerPolicy = createContentPolicy({ "script-src": "'self'", "connect-src": "'self'" });
const WORKER = "worker.js";

/**
 * Returns the client's page. It is not among the static files, because only its own route serves it, to users who are
 * logged in.
 */
export async function createClientPage(client: BuiltClient): Promise<Document | null> {
  const page = await client.file("index.html");
  return page && { contentType: page.contentType, text: Buffer.from(page.body).toString(), policy: clientPolicy };
}

/** Icons of the installed client. */
const icons = ["icons/192.png", "icons/512.png", "icons/mask.png", "icons/badge.png", "icons/apple.png"];

/** `Cache-Control` of hashed files, whose names change with their content. */
const IMMUTABLE_CACHE = "public, max-age=31536000, immutable";
const REVALIDATED_CACHE = "public, max-age=0, must-revalidate";

/**
 * Registers routes for the client's files except its page: hashed files below `/assets/`, and a few files with fixed
 * names.
 */
export function registerClientFiles(app: FastifyInstance, client: BuiltClient): void {
  const serve = (url: string, pathIn: (request: FastifyRequest) => string) =>
    app.route({
      method: ["GET", "HEAD"],
      url,
      handler: async (request, reply) => sendClientFile(client, request, reply, pathIn(request)),
    });
  serve("/assets/*", (request) => `assets/${wildcard(request)}`);
  for (const name of ["manifest.webmanifest", WORKER, "files.json", "favicon.svg", ...icons]) {
    serve(`/${name}`, () => name);
  }
}

const wildcard = ({ params }: FastifyRequest): string => (params as { "*": string })["*"];

async function sendClientFile(
  client: BuiltClient,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
): Promise<FastifyReply> {
  const file = await client.file(path, request.headers["accept-encoding"]);
  if (file === null) return sendNotFound(reply);
  const isSame = request.headers["if-none-match"] === file.etag;
  const lifetime = path.startsWith("assets/") ? IMMUTABLE_CACHE : REVALIDATED_CACHE;
  const { contentType } = file;
  const status = isSame ? 304 : 200;
  const body = isSame ? "" : file.body;
  const policy = path === WORKER ? { "content-security-policy": workerPolicy } : {};
  writeResponse(reply, {
    status,
    contentType,
    body,
    headers: { ...fileHeaders(file), ...policy, "cache-control": lifetime },
  });
  return reply;
}

const fileHeaders = ({ encoding, etag }: ClientFile): Record<string, string> => ({
  etag,
  vary: "accept-encoding",
  ...(encoding === undefined ? {} : { "content-encoding": encoding }),
});

function sendNotFound(reply: FastifyReply): FastifyReply {
  const headers = { "cache-control": "no-store" };
  writeResponse(reply, { status: 404, contentType: "text/plain; charset=utf-8", body: "File not found.\n", headers });
  return reply;
}
