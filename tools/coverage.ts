// Compares openapi.json with the specification of the API: whether each operation exists, its parameters, the fields of
// its response and their types, the event types for which the fields of the register response are sent, and the fields
// of errors.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { sharedErrorFields } from "@parlance/contract/errors.ts";
import { registerFieldsByGate, RegisterResponse } from "@parlance/contract/register/index.ts";
import { contractCheckerFile, contractCheckerPath } from "./contract-checker.ts";
import { isMain, root } from "./paths.ts";

interface WireContract {
  readonly "x-error-codes": Readonly<Record<string, { readonly extraFields?: readonly string[] }>>;
  readonly components: { readonly schemas: { readonly RegisterResponse: { readonly properties: Gated } } };
}
interface CoverageCount {
  ok: number;
  total: number;
  problems: { name: string; problem: string }[];
}
interface Report {
  notInContract: string[];
  operations: { id: string; present: boolean; parameters: CoverageCount; fields: CoverageCount }[];
}
/** The functions of the program which checks the API, as far as they are used here. */
interface Checker {
  coverage(document: unknown): Report;
}

function operationProblems({ id, present, parameters, fields }: Report["operations"][number]): string[] {
  if (!present) return [`${id}: is missing`];
  const lines = (part: CoverageCount, kind: string) =>
    part.problems.map(({ name, problem }) => `${id}: ${kind} ${name}: ${problem}`);
  return [...lines(parameters, "parameter"), ...lines(fields, "response field")];
}

/** Fields that every response may have. */
const ENVELOPE: ReadonlySet<string> = new Set(["result", "msg", "ignored_parameters_unsupported"]);

type Gated = Record<string, { readonly "x-present-if-event-type"?: string | readonly string[] }>;

/**
 * Returns a problem for each field of the register response that the specification sends for other event types than
 * this server.
 */
function snapshotProblems(fields: Gated): string[] {
  const own = new Map(
    [...registerFieldsByGate].flatMap(([gate, names]) => names.map((name): [string, string] => [name, gate])),
  );
  return Object.entries(fields).flatMap(([name, field]) => {
    if (ENVELOPE.has(name)) return [];
    const wanted = [field["x-present-if-event-type"] ?? []].flat().toSorted().join("+") || "always";
    const ours = (own.get(name) ?? (name in RegisterResponse.shape ? "always" : "never"))
      .split("+")
      .toSorted()
      .join("+");
    return ours === wanted ? [] : [`POST /register: ${name} comes for: ${ours}, and not for: ${wanted}`];
  });
}

/** Returns a problem for each error code whose fields differ between this server and the specification. */
function errorProblems(codes: WireContract["x-error-codes"]): string[] {
  const declared: Readonly<Record<string, readonly string[]>> = sharedErrorFields;
  return [...new Set([...Object.keys(codes), ...Object.keys(declared)])].flatMap((code) => {
    const [ours, wanted] = [declared[code], codes[code] && (codes[code].extraFields ?? [])];
    const text = (fields: readonly string[] | undefined) => fields?.toSorted().join(", ") ?? "no such code";
    return text(ours) === text(wanted) ? [] : [`error ${code}: fields ${text(ours)}, contract ${text(wanted)}`];
  });
}

/** Compares openapi.json with the specification, and prints the differences. Returns the exit code. */
async function main(): Promise<number> {
  if (contractCheckerPath === undefined) {
    console.log(
      `openapi.json: not compared with the specification of the API, which is not part of this repository and would be used from ${contractCheckerFile}. There is nothing to do: without it, this step is skipped.`,
    );
    return 0;
  }
  const checker = (await import(contractCheckerPath)) as Checker;
  const document = JSON.parse(readFileSync(join(root, "openapi.json"), "utf8")) as unknown;
  const { operations, notInContract } = checker.coverage(document);
  const contract = JSON.parse(readFileSync(join(dirname(contractCheckerPath), "openapi.json"), "utf8")) as WireContract;
  const snapshot = contract.components.schemas.RegisterResponse.properties;
  const problems = [
    ...operations.flatMap(operationProblems),
    ...snapshotProblems(snapshot),
    ...errorProblems(contract["x-error-codes"]),
  ];
  for (const line of problems) console.log(line);
  const foreign = notInContract.map((id) => id.replace(/ \/api\/v1(?=\/)/, " "));
  const beyond = foreign.length === 0 ? "" : `; beyond the contract: ${foreign.join(", ")}`;
  console.log(
    `openapi.json: ${operations.length} operations, ${Object.keys(snapshot).length} fields of the snapshot and ${Object.keys(sharedErrorFields).length} error codes compared, ${problems.length} problems${beyond}`,
  );
  return problems.length === 0 ? 0 : 1;
}

if (isMain(import.meta.url)) process.exitCode = await main();
