import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { audit } from "./audit.ts";

interface Reference {
  readonly paths: Readonly<Record<string, { readonly get: { readonly parameters: readonly Parameter[] } }>>;
}

interface Parameter {
  readonly name: string;
  readonly schema: { readonly enum?: readonly string[] };
}

test("every action that the API can report in the audit log has a sentence", async () => {
  const text = await readFile(new URL("../../../../../openapi.json", import.meta.url), "utf8");
  const { paths } = JSON.parse(text) as Reference;
  const known = paths["/audit_log"]?.get.parameters.find(({ name }) => name === "act")?.schema.enum ?? [];
  assert.ok(known.length > 0);
  assert.deepEqual(audit.acts.toSorted(), known.toSorted());
  assert.equal(audit.sentence("Mara", "user.role_changed", "Kofi"), "Mara changed the role of Kofi");
});
