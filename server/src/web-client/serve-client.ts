import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { contentPolicy } from "#kernel/http/security-headers.ts";
import { send } from "#kernel/http/reply.ts";
import type { Document } from "../pages/page.ts";
import type { BuiltClient, ClientFile } from "./built-client.ts";

/** What the page of the client may do: its own scripts and styles, this server's API, and pictures from wherever people have them. */
const clientPolicy = contentPolicy({
  "script-src": "'self'",
  // The one style that the controls' library adds by itself says how presses and scrolling go together.
  "style-src": "'self' 'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='",
  "connect-src": "'self'",
  "img-src": "'self' data: blob: https:",
  "media-src": "'self' blob:",
  "font-src": "'self'",
  "manifest-src": "'self'",
  "worker-src": "'self'",
});

/** The page of the client, which its address alone gives to who is signed in. */
export async function clientPage(client: BuiltClient): Promise<Document | null> {
  const page = await client.file("index.html");
  return page && { contentType: page.contentType, text: Buffer.from(page.body).toString(), policy: clientPolicy };
}

/** The names of these files change with what is in them. */
const FOR_EVER = "public, max-age=31536000, immutable";
const FOR_NOW = "public, max-age=0, must-revalidate";

/** The files of the client that stand beside its page: hashed ones below `/assets/`, and a few with names of their own. */
export function registerClientFiles(app: FastifyInstance, client: BuiltClient): void {
  app.get("/assets/*", async (request, reply) => answer(client, request, reply, `assets/${wildcard(request)}`));
  for (const name of ["manifest.webmanifest", "worker.js", "favicon.svg"]) {
    app.get(`/${name}`, async (request, reply) => answer(client, request, reply, name));
  }
}

const wildcard = ({ params }: FastifyRequest): string => (params as { "*": string })["*"];

async function answer(
  client: BuiltClient,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
): Promise<FastifyReply> {
  const file = await client.file(path, request.headers["accept-encoding"]);
  if (file === null) return missing(reply);
  const isSame = request.headers["if-none-match"] === file.etag;
  const lifetime = path.startsWith("assets/") ? FOR_EVER : FOR_NOW;
  const { contentType } = file;
  const status = isSame ? 304 : 200;
  const body = isSame || request.method === "HEAD" ? "" : file.body;
  send(reply, { status, contentType, body, headers: { ...headersOf(file), "cache-control": lifetime } });
  return reply;
}

const headersOf = ({ encoding, etag }: ClientFile): Record<string, string> => ({
  etag,
  vary: "accept-encoding",
  ...(encoding === undefined ? {} : { "content-encoding": encoding }),
});

function missing(reply: FastifyReply): FastifyReply {
  const headers = { "cache-control": "no-store" };
  send(reply, { status: 404, contentType: "text/plain; charset=utf-8", body: "There is no such file.\n", headers });
  return reply;
}
