import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { playerHosts } from "@parlance/markdown/preview/video-players.ts";
import { createContentPolicy } from "@parlance/kernel/http/security-headers.ts";
import { writeResponse } from "@parlance/kernel/http/write-response.ts";
import type { Document } from "../../pages/http/page.ts";
import type { BuiltClient, ClientFile } from "./built-client.ts";

/** What the page of the client may do: its own scripts and styles, this server's API, pictures from wherever people have them, and some players. */
const clientPolicy = createContentPolicy({
  "script-src": "'self'",
  // The one style that the controls' library adds by itself says how presses and scrolling go together.
  "style-src": "'self' 'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='",
  "connect-src": "'self'",
  "img-src": "'self' data: blob: https:",
  "media-src": "'self' blob:",
  // Players of other sites, where somebody presses a video of theirs.
  "frame-src": playerHosts.map((host) => `https://${host}`).join(" "),
  "font-src": "'self'",
  "manifest-src": "'self'",
  "worker-src": "'self'",
});

/** What the client's service worker may do: it fetches the client's own files, and tells the server what was read. */
const workerPolicy = createContentPolicy({ "script-src": "'self'", "connect-src": "'self'" });
const WORKER = "worker.js";

/** The page of the client, which its address alone gives to who is signed in. */
export async function createClientPage(client: BuiltClient): Promise<Document | null> {
  const page = await client.file("index.html");
  return page && { contentType: page.contentType, text: Buffer.from(page.body).toString(), policy: clientPolicy };
}

/** The installed client's pictures. */
const icons = ["icons/192.png", "icons/512.png", "icons/mask.png", "icons/badge.png", "icons/apple.png"];

/** The names of these files change with what is in them. */
const IMMUTABLE_CACHE = "public, max-age=31536000, immutable";
const REVALIDATED_CACHE = "public, max-age=0, must-revalidate";

/** The files of the client that stand beside its page: hashed ones below `/assets/`, and a few with names of their own. */
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
