// Generates the types of all operations from the endpoints. Clients use these types.
import type { Endpoint } from "@parlance/kernel/http/endpoint.ts";
import type { Module } from "@parlance/kernel/http/module.ts";
import { FILE_FIELD } from "@parlance/kernel/http/openapi/operations.ts";
import { isNumeric } from "@parlance/kernel/http/params.ts";
import { ContractNames } from "./contract-names.ts";
import { inBraces, objectMembers, schemaToType } from "./json-schema-type.ts";

const INDENT = "  ";

/**
 * Returns the TypeScript code of the type `Operations`. For each route, it contains the requests that call the
 * operation, the parameters and the response.
 */
export async function clientOperations(modules: readonly Module[]): Promise<string> {
  const names = await ContractNames.read();
  // Endpoints that stream events are omitted: a call returns a single JSON response, and a stream is not one.
  const endpoints = modules.flatMap((module) => module.endpoints).filter(({ kind }) => kind !== "eventStream");
  const written = endpoints.toSorted(byPath).map((endpoint) => formatOperation(endpoint, names));
  return [
    "// Made from the endpoints by `npm run generate`; do not edit.\n",
    names.imports(),
    "\n/** Every operation: the requests that ask for it, its parameters beside those in the path, and its response. */\n",
    "export interface Operations {\n",
    ...written,
    "}\n",
  ].join("");
}

function byPath(a: Endpoint, b: Endpoint): number {
  const [[methodA = "", pathA = ""], [methodB = "", pathB = ""]] = [a.route.split(" "), b.route.split(" ")];
  return compare(pathA, pathB) || compare(methodA, methodB);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function formatOperation(endpoint: Endpoint, names: ContractNames): string {
  const { summary, route } = endpoint;
  const members = [
    `request: ${requestType(endpoint)};`,
    `parameters: ${parametersType(endpoint, names)};`,
    `answer: ${responseType(endpoint, names)};`,
  ];
  const lines = [`/** ${summary} */`, `"${route}": {`, ...members.map((member) => INDENT + member), "};"];
  return lines.map((line) => `${INDENT}${line}\n`).join("");
}

/** Returns the type of a request's method and path. If the path has parameters, it is a template literal type. */
function requestType({ route, params }: Endpoint): string {
  const type = route.replace(/[:*](\w+)/g, (_, name: string) => {
    const schema = params?.shape[name];
    return schema && isNumeric(schema) ? "${number}" : "${string}";
  });
  return type === route ? `"${type}"` : `\`${type}\``;
}

function parametersType({ input, file }: Endpoint, names: ContractNames): string {
  const members = [
    ...(input ? objectMembers(names.inputSchema(input), INDENT.repeat(3)) : []),
    ...(file ? [`${FILE_FIELD}: Blob;`] : []),
  ];
  return members.length === 0 ? "Record<string, never>" : inBraces(members, INDENT.repeat(2));
}

function responseType({ response }: Endpoint, names: ContractNames): string {
  const name = names.findName(response);
  if (name !== undefined) return name;
  const schema = names.responseSchema(response);
  return Object.keys(schema.properties ?? {}).length === 0
    ? "Record<never, never>"
    : schemaToType(schema, INDENT.repeat(2));
}
