import { z } from "zod";
import type { Access, Endpoint } from "../endpoint.ts";
import { requestCost } from "../request-rate-limits.ts";
import type { FileRule, StreamRule } from "../uploaded-files.ts";
import { encodingRulesOf, USUALLY_REQUIRED } from "../params.ts";
import { errorResponses } from "./error-responses.ts";
import type { Json, SchemaWriter } from "./schemas.ts";

const noParameters = z.object({});

const callersByAccess: Readonly<Record<Access, string>> = {
  public: "No authentication required.",
  optional: "Authentication is optional.",
  user: "Available to all users.",
  member: "Requires the member role or higher.",
  moderator: "Requires the moderator role or higher.",
  admin: "Requires the administrator or owner role.",
  owner: "Requires the owner role.",
};

/** Returns the entry of an endpoint in the document: its path, method and description. */
export function writeOperation(endpoint: Endpoint, tag: string, schemas: SchemaWriter) {
  const [method = "", route = ""] = endpoint.route.split(" ");
  const inQuery = (endpoint.inputIn ?? (method === "GET" ? "query" : "form")) === "query";
  const input = writeInput(endpoint, schemas);
  const parameters = [...writePathParameters(endpoint, schemas), ...(inQuery ? input.map(queryParameter) : [])];
  const operation: Json = {
    operationId: (method.toLowerCase() + route).replace(/[^A-Za-z0-9]+(\w)/g, (_, initial: string) =>
      initial.toUpperCase(),
    ),
    tags: [tag],
    summary: endpoint.summary,
    description: [endpoint.description, [describeAccess(endpoint), describeCost(endpoint)].filter(Boolean).join(" ")]
      .filter(Boolean)
      .join("\n\n"),
    ...(endpoint.deprecated ? { deprecated: true } : {}),
    ...(endpoint.access === "public" ? { security: [] } : {}),
    ...(endpoint.access === "optional" ? { security: [{ basic: [] }, {}] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.file || (!inQuery && input.length > 0) ? { requestBody: formBody(input, endpoint.file) } : {}),
    responses: {
      200: (endpoint.kind === "eventStream" ? eventStream : success)(schemas.write(endpoint.response)),
      ...errorResponses(endpoint, schemas),
      default: { $ref: "#/components/responses/Error" },
    },
  };
  return { path: route.replace(/[:*](\w+)/g, "{$1}"), method: method.toLowerCase(), operation };
}

const describeAccess = ({ access, humansOnly, allowsIncomingWebhooks }: Endpoint): string =>
  [
    callersByAccess[access],
    humansOnly ? "Not available to bots." : "",
    allowsIncomingWebhooks ? "Also available to incoming webhook bots." : "",
  ]
    .filter(Boolean)
    .join(" ");

/** Describes how a call counts in the rate limits, if this differs from the default. */
const describeCost = (endpoint: Endpoint): string => {
  const isUsual = endpoint.cost === undefined && !endpoint.surcharge;
  return [
    isUsual ? "" : `Counts as ${requestCost(endpoint)}${endpoint.surcharge ? " or more" : ""} towards the rate limit.`,
    endpoint.ignoresResponseSize ? "The size of the response does not count." : "",
    endpoint.limit ? "Also has its own rate limit." : "",
  ]
    .filter(Boolean)
    .join(" ");
};

interface WrittenParameter {
  readonly name: string;
  readonly isRequired: boolean;
  /** Whether the value is sent as JSON, and its JSON differs from its plain text. */
  readonly isJson: boolean;
  readonly description: string;
  readonly schema: Json;
}

function writeInput({ input = noParameters, aliases = {} }: Endpoint, schemas: SchemaWriter): WrittenParameter[] {
  const { shape } = input;
  const { properties, required = [] } = schemas.write(input) as {
    properties: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(
    ([name, { description = "", [USUALLY_REQUIRED]: isUsuallyRequired, ...schema }]) => {
      const others = (aliases as Record<string, readonly string[]>)[name] ?? [];
      const alias = others.length > 0 ? `Older name: ${others.map((other) => `\`${other}\``).join(", ")}.` : "";
      return {
        name,
        isRequired: isUsuallyRequired === true || required.includes(name),
        isJson: !isPlain(schema, encodingRulesOf(shape[name] ?? input).encoding === "json"),
        description: [description, alias].filter(Boolean).join(" "),
        schema,
      };
    },
  );
}

/** Returns whether values of this schema look the same as JSON and as plain text. */
function isPlain(schema: Json, isJsonText: boolean): boolean {
  const { type, anyOf, oneOf, $ref } = schema as {
    type?: string | string[];
    anyOf?: Json[];
    oneOf?: Json[];
    $ref?: string;
  };
  const variants = anyOf ?? oneOf;
  if (variants) return variants.every((variant) => isPlain(variant, isJsonText));
  const types = [type ?? ($ref ? "object" : "any")].flat();
  return types.every(
    (one) => ["integer", "number", "boolean", "null"].includes(one) || (one === "string" && !isJsonText),
  );
}

function writePathParameters({ params = noParameters }: Endpoint, schemas: SchemaWriter): Json[] {
  const { properties } = schemas.write(params) as { properties: Record<string, Json> };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: "path",
    required: true,
    ...(description ? { description } : {}),
    schema,
  }));
}

const queryParameter = ({ name, isRequired, isJson, description, schema }: WrittenParameter): Json => ({
  name,
  in: "query",
  ...(isRequired ? { required: true } : {}),
  ...(description ? { description } : {}),
  ...(isJson ? { content: { "application/json": { schema } } } : { schema }),
});

function formBody(input: readonly WrittenParameter[], file: FileRule | StreamRule | undefined): Json {
  const encoded = input.filter(({ isJson }) => isJson).map(({ name }) => [name, { contentType: "application/json" }]);
  const properties: [string, Json][] = input.map(({ name, schema, description }) => [
    name,
    { ...schema, ...(description ? { description } : {}) },
  ]);
  const required = input.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  if (file) {
    properties.push([FILE_FIELD, { type: "string", format: "binary", description: fileText(file) }]);
  }
  const schema = {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required } : {}),
  };
  const encoding = encoded.length > 0 ? { encoding: Object.fromEntries(encoded) } : {};
  return {
    ...(required.length > 0 ? { required: true } : {}),
    content: { [file ? "multipart/form-data" : "application/x-www-form-urlencoded"]: { schema, ...encoding } },
  };
}

/** Name of the file's field in the document. In requests, the field may have any name. */
export const FILE_FIELD = "filename";

const fileText = ({ description, maxBytes }: FileRule | StreamRule): string =>
  `${description} At most ${maxBytes / 2 ** 20} MiB. The field may have any name.`;

/**
 * Describes a response that is a stream of server-sent events. The fields of the schema are the fields of each event.
 */
const eventStream = (schema: Json): Json => ({
  description: "A stream of server-sent events that stays open. Each event has these fields.",
  content: { "text/event-stream": { schema } },
});

const success = (schema: Json): Json => ({
  description: "Success.",
  content: { "application/json": { schema: { allOf: [{ $ref: "#/components/schemas/Success" }, schema] } } },
});
