import type { Module } from "./module.ts";
import { writeOperation } from "./openapi/operations.ts";
import { type Json, SchemaWriter } from "./openapi/schemas.ts";

const description = `The API of a team chat server organized by topic.

Send parameters in the query string of GET requests, and as form data in the body of all other requests
(\`application/x-www-form-urlencoded\` or \`multipart/form-data\`). Encode lists and objects as JSON. Every response is a
JSON object whose \`result\` is \`success\` or \`error\`. Unsupported parameters are ignored; the response lists their names in
\`ignored_parameters_unsupported\`.

Requests are rate-limited: a write counts as 1 and a read as 0.1, unless its description says otherwise. The headers \`X-RateLimit-Limit\`,
\`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (a UNIX timestamp in seconds) contain the limit, the remaining requests, and
the time when the full limit is available again. Requests above the limit fail with status 429 and \`RATE_LIMIT_HIT\`; the
\`retry-after\` field and header contain the number of seconds to wait. Such requests do not count.`;

const Success: Json = {
  type: "object",
  properties: {
    result: { type: "string", const: "success" },
    msg: { type: "string", const: "" },
    ignored_parameters_unsupported: {
      type: "array",
      items: { type: "string" },
      description: "Names of ignored parameters; absent if there are none",
    },
  },
  required: ["result", "msg"],
};

const ErrorBody: Json = {
  type: "object",
  properties: {
    result: { type: "string", const: "error" },
    msg: { type: "string", description: "Human-readable error message" },
    code: { type: "string", description: "Machine-readable error code" },
  },
  required: ["result", "msg", "code"],
};

const methods = ["get", "post", "put", "patch", "delete"];

const sectionsOf = (modules: readonly Module[]): string[] => {
  const shown = modules.filter(({ endpoints }) => endpoints.length > 0);
  return [...new Set(shown.map(({ name, section = name }) => section))];
};

/**
 * Creates the OpenAPI 3.1 document of all operations. The sections are in the order of the modules; the order of
 * endpoints within a module does not affect the document.
 */
export function openApiDocument(modules: readonly Module[]): Json {
  const schemas = new SchemaWriter();
  const written = modules.flatMap(({ name, section = name, endpoints }) =>
    endpoints.map((endpoint) => writeOperation(endpoint, section, schemas)),
  );
  written.sort((a, b) => compare(a.path, b.path) || methods.indexOf(a.method) - methods.indexOf(b.method));
  const paths: Record<string, Record<string, Json>> = {};
  for (const { path, method, operation } of written) (paths[path] ??= {})[method] = operation;

  return {
    openapi: "3.1.0",
    info: {
      title: "Parlance API",
      version: "1",
      description,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/api/v1" }],
    security: [{ basic: [] }],
    tags: sectionsOf(modules).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        basic: {
          type: "http",
          scheme: "basic",
          description: "Email address of the account as the username, and its API key as the password",
        },
      },
      responses: {
        Error: {
          description: "Any other error.",
          content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
        },
      },
      schemas: { Error: ErrorBody, Success, ...schemas.named },
    },
  };
}

/** Returns the OpenAPI document as the text of the committed file. */
export const makeOpenApiJson = (modules: readonly Module[]): string =>
  `${JSON.stringify(openApiDocument(modules), null, 1)}\n`;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
