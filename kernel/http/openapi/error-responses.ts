import { fileErrors } from "../uploaded-files.ts";
import type { ErrorClass } from "../../base/errors.ts";
import { accessErrors } from "../authenticate.ts";
import type { Endpoint } from "../endpoint.ts";
import { FileTooLarge, InvalidParameter, MissingParameter, NotLoggedIn } from "../errors.ts";
import type { Json, SchemaWriter } from "./schemas.ts";

// `import` of node:http would also load Node's HTTP client, which is not needed here.
const { STATUS_CODES } = process.getBuiltinModule("node:http");

/** Returns the responses for an operation's errors, by status. */
export function errorResponses(endpoint: Endpoint, schemas: SchemaWriter): Json {
  const errors = new Set([...impliedErrors(endpoint), ...endpoint.errors]);
  const byStatus = Map.groupBy(errors, ({ status }) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, classes]) => [status, errorResponse(status, classes, schemas)]),
  );
}

/**
 * Returns the errors that follow from other parts of the endpoint's declaration, such as its access level and
 * parameters.
 */
function impliedErrors(endpoint: Endpoint): ErrorClass[] {
  const fields = Object.values(endpoint.input?.shape ?? {});
  return [
    ...(fields.some((field) => field._zod.optin === undefined) ? [MissingParameter] : []),
    ...(fields.length > 0 ? [InvalidParameter] : []),
    ...(endpoint.file ? [...fileErrors(endpoint.file), FileTooLarge] : []),
    ...(endpoint.access === "public" ? [] : [NotLoggedIn]),
    ...accessErrors(endpoint),
  ];
}

function errorResponse(status: number, classes: readonly ErrorClass[], schemas: SchemaWriter): Json {
  const variants = Map.groupBy(classes, ({ code, fieldsSchema }) =>
    [code, ...Object.keys(fieldsSchema.shape)].join(" "),
  );
  const written = [...variants.values()].flatMap(([first, ...others]) =>
    first ? [errorSchema(first, [first, ...others], schemas)] : [],
  );
  return {
    description: STATUS_CODES[status] ?? "Error",
    content: { "application/json": { schema: written.length === 1 ? written[0] : { anyOf: written } } },
  };
}

/** Returns one schema for several errors with the same code and fields, which differ only in their texts. */
function errorSchema({ code, fieldsSchema }: ErrorClass, alike: readonly ErrorClass[], schemas: SchemaWriter): Json {
  const fields = schemas.write(fieldsSchema) as { properties: Json; required?: readonly string[] };
  return {
    type: "object",
    properties: {
      result: { type: "string", const: "error" },
      msg: { type: "string", examples: [...new Set(alike.map(({ sample }) => sample))] },
      code: { type: "string", const: code },
      ...fields.properties,
    },
    required: ["result", "msg", "code", ...(fields.required ?? [])],
  };
}
