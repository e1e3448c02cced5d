import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Module } from "./module.ts";
import { styles } from "./reference-page/styles.ts";
import { JSON_TYPE, writeResponse } from "./write-response.ts";
import { createContentPolicy } from "./security-headers.ts";

/**
 * `GET /api/v1/openapi.json` for programs, `GET /api` for people. Each is made when it is first asked for, by
 * code that is loaded only then: few ask.
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

/** It changes with the server alone. */
const cacheHeaders = { "cache-control": "public, max-age=300" };

/** The page has its own style and nothing else: no scripts, no pictures, nothing from elsewhere. */
const referencePagePolicy = createContentPolicy({
  "style-src": `'sha256-${createHash("sha256").update(styles).digest("base64")}'`,
});
