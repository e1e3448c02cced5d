import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { describe, test } from "node:test";
import { findForbiddenNames, isExempt } from "./names.ts";

describe("the check of forbidden names", () => {
  const forbidden = new Map([[4, new Set([hash("sha256", "acme")])]]);
  const found = (path: string, text: string) => findForbiddenNames([{ path, text }], forbidden);

  test("finds a forbidden name in upper or lower case and within longer words", () => {
    assert.deepEqual(found("a.md", "We\nare not Acme."), ["a.md:2: a forbidden name"]);
    assert.equal(found("a.ts", "const acme_version = 1;").length, 1);
    assert.equal(found("a.ts", "const theACMEClient = 1;").length, 1);
    assert.equal(found("docs/acme-notes.md", "").length, 1);
  });

  test("ignores similar words", () => {
    assert.deepEqual(found("a.md", "The acne of acmatic macs"), []);
  });

  test("allows files about clients, importers and integrations, but no others, to name the products that they are about", () => {
    const allowed = [
      "docs/clients.md",
      "docs/move-from-acme.md",
      "docs/integrations.md",
      "docs/integrations/acme.md",
      "kernel/http/wire-aliases.ts",
      "kernel/http/wire-aliases.test.ts",
      "server/src/modules/organizations/import/fixtures/acme.json",
      "server/src/modules/bots/integrations/acme.generated.ts",
      "cli/commands/import.ts",
      "cli/importers/acme/users.test.ts",
      "web/src/settings/import-organization.tsx",
    ];
    const others = [
      "docs/events.md",
      "docs/important.md",
      "tools/imports.ts",
      "openapi.json",
      "kernel/http/context.ts",
      "server/src/modules/organizations/exports/importing/imported-row.ts",
    ];
    for (const path of allowed) assert.equal(isExempt(path), true, path);
    for (const path of others) assert.equal(isExempt(path), false, path);
  });
});
