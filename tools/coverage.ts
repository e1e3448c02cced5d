// Holds each operation that our openapi.json has against the wire contract: its parameters, its answer's fields, their types.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { contractChecker } from "./contract.ts";
import { isMain, root } from "./paths.ts";

const METHODS: ReadonlySet<string> = new Set(["get", "post", "put", "patch", "delete"]);

interface OpenApi {
  paths?: Record<string, Record<string, unknown>>;
}
interface Part {
  ok: number;
  total: number;
  problems: { name: string; problem: string }[];
}
interface Report {
  notInContract: string[];
  operations: { id: string; parameters: Part; fields: Part }[];
}
/** What the contract's checker offers to others. */
interface Checker {
  coverage(document: OpenApi, only?: readonly string[]): Report;
}

/** The operations of a document as the contract writes them: `GET /messages/{message_id}`, without the base path. */
export function operationsOf(document: OpenApi): string[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) => {
    const methods = Object.keys(item).filter((key) => METHODS.has(key));
    return methods.map((method) => `${method.toUpperCase()} ${path.replace(/^\/api\/v1(?=\/)/, "")}`);
  });
}

function problemsOf({ id, parameters, fields }: Report["operations"][number]): string[] {
  const lines = (part: Part, kind: string) =>
    part.problems.map(({ name, problem }) => `${id}: ${kind} ${name}: ${problem}`);
  return [...lines(parameters, "parameter"), ...lines(fields, "response field")];
}

/** Compares and reports. */
async function main(): Promise<number> {
  if (contractChecker === undefined) {
    console.log("openapi.json: not compared, the contract is not here");
    return 0;
  }
  const checker = (await import(contractChecker)) as Checker;
  const document = JSON.parse(readFileSync(join(root, "openapi.json"), "utf8")) as OpenApi;
  const ours = operationsOf(document);
  const foreign = new Set(checker.coverage(document).notInContract.map((id) => id.replace(/ \/api\/v1(?=\/)/, " ")));
  const { operations } = checker.coverage(
    document,
    ours.filter((id) => !foreign.has(id)),
  );
  const problems = operations.flatMap(problemsOf);
  for (const line of problems) console.log(line);
  const beyond = foreign.size === 0 ? "" : `; beyond the contract: ${[...foreign].join(", ")}`;
  console.log(`openapi.json: ${operations.length} operations compared, ${problems.length} problems${beyond}`);
  return problems.length === 0 ? 0 : 1;
}

if (isMain(import.meta.url)) process.exitCode = await main();
