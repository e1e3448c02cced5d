import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { Endpoint } from "./endpoint.ts";
import type { Fields } from "./form.ts";
import { compileParameters, compilePathParameters, type ParameterParser } from "./parse-parameters.ts";
import { isNumeric } from "./params.ts";
import { createHandlerRunner, type RunOperation } from "./run-handler.ts";
import type { WorkServices } from "./services.ts";

const noParameters = z.object({});

/** An endpoint with everything that is prepared once to handle its requests. */
export interface Operation {
  readonly endpoint: Endpoint;
  readonly method: string;
  /** The path as declared, such as `/users/:user_id`. */
  readonly path: string;
  /** The path in the router's syntax. */
  readonly pattern: string;
  readonly parameters: ParameterParser;
  readonly readPath: (segments: Fields) => Record<string, unknown>;
  readonly work: RunOperation;
}

/** Prepares an endpoint. Throws if its declaration contradicts itself. */
export function compileOperation(endpoint: Endpoint, services: WorkServices): Operation {
  const [method = "", path = ""] = endpoint.route.split(" ");
  const params = endpoint.params ?? noParameters;
  const input = endpoint.input ?? noParameters;
  const named = pathNames(path);
  if (!isDeepStrictEqual([...named].sort(), Object.keys(params.shape).sort())) {
    throw new Error(
      `${endpoint.route}: the path names ${named.join(", ")}, params declares ${Object.keys(params.shape).join(", ")}`,
    );
  }
  for (const name of Object.keys(endpoint.aliases ?? {})) {
    if (!(name in input.shape)) throw new Error(`${endpoint.route}: an alias of ${name}, which is not declared`);
  }
  return {
    endpoint,
    method,
    path,
    pattern: routerPattern(path, params),
    parameters: compileParameters(input, endpoint.aliases),
    readPath: compilePathReader(params, path),
    work: createHandlerRunner(endpoint, services),
  };
}

/**
 * Returns the names of the parameters in a path: `:name` is one segment, and `*name` at the end is the rest of the
 * path, including slashes.
 */
const pathNames = (path: string): string[] => [...path.matchAll(/[:*](\w+)/g)].map(([, name = ""]) => name);

function compilePathReader(params: z.ZodObject, path: string): Operation["readPath"] {
  const read = compilePathParameters(params);
  const rest = /\*(\w+)$/.exec(path)?.[1];
  return rest === undefined ? read : (segments) => read({ ...segments, [rest]: segments["*"] ?? "" });
}

/**
 * Returns the router's pattern of a path. A segment that is a number matches only digits, so another path can have text
 * at the same position.
 */
const routerPattern = (path: string, params: z.ZodObject): string =>
  path
    .replace(/:(\w+)/g, (segment, name: string) => (isNumberAt(params, name) ? `${segment}(^\\d+$)` : segment))
    .replace(/\*\w+$/, "*");

function isNumberAt({ shape }: z.ZodObject, name: string): boolean {
  const schema = shape[name];
  return schema !== undefined && isNumeric(schema);
}
