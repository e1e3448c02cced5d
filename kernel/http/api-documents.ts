import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Module } from "./module.ts";
import { styles } from "./reference-page/styles.ts";
import { JSON_TYPE, writeResponse } from "./write-response.ts";
import { createContentPolicy } from "./security-headers.ts";

/**
 * Serves `GET /api/v1/openapi.json` for programs and `GET /api` for developers. The documents are rarely requested, so
 * each one is created at its first request, by code that is loaded only then.
 */
export function registerApiDocuments(app: FastifyInstance, modules: readonly Module[]): void {
  let json: string | undefined;
  let page: string | undefined;
  app.get("/api/v1/openapi.json", async (_request, reply) => {
    const { makeOpenApiJson } = await import("./openapi.ts");
    json ??= makeOpenApiJson(modules);
    writeResponse(reply, { status: 200, contentType: JSON_TYPE, body: json, headers: cacheHeaders });
    return reply;
  });
  app.get("/api", async (_request, reply) => {
    const [{ openApiDocument }, { referencePage }] = await Promise.all([
      import("./openapi.ts"),
      import("./reference-page/page.ts"),
    ]);
    page ??= referencePage(openApiDocument(modules));
    const headers = { ...cacheHeaders, "content-security-policy": referencePagePolicy };
    writeResponse(reply, { status: 200, contentType: "text/html; charset=utf-8", body: page, headers });
    return reply;
  });
}

/** Caching headers of the documents, which change only when the server is upgraded. */
const cacheHeaders = { "cache-control": "public, max-age=300" };

/**
 * Content security policy of the reference page. The page has an inline style sheet, but no scripts, no images and no
 * external resources.
 */
const referencePagePolicy = createContentPolicy({
  "style-src": `'sha256-${createHash("sha256").update(styles).digest("base64")}'`,
});
