import assert from "node:assert/strict";
import { test } from "node:test";
import { OK } from "./fixtures/expected-responses.ts";
import { loadSections } from "./fixtures/api-operations.ts";
import { performCall, type PermissionRow } from "./fixtures/permission-row.ts";
import { rows, fileFor } from "./fixtures/rows/index.ts";
import {
  createPermissionTestOrganization,
  callers,
  type Caller,
  type PermissionTestOrganization,
} from "./fixtures/permission-test-organization.ts";

test("every operation has a row with its expected responses", async () => {
  const known = rows.map(({ operation }) => operation);
  const bySection = await loadSections();
  const missing = [...bySection].flatMap(([section, operations]) =>
    operations
      .filter((operation) => !known.includes(operation))
      .map((operation) => `add a row for ${operation} to ${fileFor(operations, section)}`),
  );
  assert.equal(missing.join("\n"), "");
  const existing = [...bySection.values()].flat();
  assert.deepEqual(
    known.filter((operation) => !existing.includes(operation)),
    [],
    "rows of operations that do not exist",
  );
});

for (const one of rows) {
  test(`${one.operation} returns the expected response to each role`, async () => {
    const stage = await stageFor(one);
    const answers: Partial<Record<Caller, string>> = {};
    for (const role of callers) answers[role] = await performAs(stage, role, one);
    assert.deepEqual(answers, { ...one.expected });
  });
}

let forReading: Promise<PermissionTestOrganization> | undefined;

/** Returns a new organization for an operation that may change data. Read operations share one organization. */
const stageFor = ({ operation }: PermissionRow): Promise<PermissionTestOrganization> =>
  operation.startsWith("GET ")
    ? (forReading ??= createPermissionTestOrganization())
    : createPermissionTestOrganization();

async function performAs(
  stage: PermissionTestOrganization,
  role: Caller,
  { operation, call }: PermissionRow,
): Promise<string> {
  const answer = await performCall(stage.callers[role], operation, await call(stage, role));
  return answer.result === "success" ? OK : answer.msg;
}
