import assert from "node:assert/strict";
import { test } from "node:test";
import { testServer } from "@parlance/testkit";
import { OK } from "./fixtures/answers.ts";
import type { PermissionRow } from "./fixtures/row.ts";
import { rows } from "./fixtures/rows/index.ts";
import { openStage, roles, type Role, type Stage } from "./fixtures/stage.ts";

/** Every operation that the running server has. */
async function operations(): Promise<string[]> {
  const { app } = await testServer();
  const { body } = await app.inject({ url: "/api/v1/openapi.json" });
  const { paths } = JSON.parse(body) as { paths: Record<string, object> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
}

test("every operation has a row that says who may call it", async () => {
  const known = rows.map(({ operation }) => operation);
  assert.deepEqual(
    (await operations()).filter((operation) => !known.includes(operation)),
    [],
    "without a row",
  );
  const existing = await operations();
  assert.deepEqual(
    known.filter((operation) => !existing.includes(operation)),
    [],
    "rows of operations that do not exist",
  );
});

for (const one of rows) {
  test(`${one.operation} answers each role as it should`, async () => {
    const stage = await openStage();
    const answers: Partial<Record<Role, string>> = {};
    for (const role of roles) answers[role] = await ask(stage, role, one);
    assert.deepEqual(answers, { ...one.answers });
  });
}

async function ask(stage: Stage, role: Role, { operation, call }: PermissionRow): Promise<string> {
  const { path = {}, parameters = {}, files } = await call(stage, role);
  const [method = "", route = ""] = operation.split(" ");
  const filled = route.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])));
  const person = stage.people[role];
  const answer = await (files ? person.uploads(filled, files, parameters) : person.call(method, filled, parameters));
  return answer.result === "success" ? OK : answer.msg;
}
