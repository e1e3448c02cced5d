import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Module } from "./module.ts";
import { makeOpenApiJson, openApiDocument } from "./openapi.ts";
import { referencePage } from "./reference-page/page.ts";
import { styles } from "./reference-page/styles.ts";
import { JSON_TYPE, send } from "./reply.ts";

/** `GET /api/v1/openapi.json` for programs, `GET /api` for people. Each is made when it is first asked for. */
export function registerDocuments(app: FastifyInstance, modules: readonly Module[]): void {
  let json: string | undefined;
  let page: string | undefined;
  app.get("/api/v1/openapi.json", (_request, reply) => {
    json ??= makeOpenApiJson(modules);
    send(reply, { status: 200, contentType: JSON_TYPE, body: json, headers: cacheable });
  });
  app.get("/api", (_request, reply) => {
    page ??= referencePage(openApiDocument(modules));
    const headers = { ...cacheable, "content-security-policy": contentPolicy };
    send(reply, { status: 200, contentType: "text/html; charset=utf-8", body: page, headers });
  });
}

/** It changes with the server alone. */
const cacheable = { "cache-control": "public, max-age=300" };

/** The page has its own style and nothing else: no scripts, no pictures, nothing from elsewhere. */
const contentPolicy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(styles).digest("base64")}'`;
