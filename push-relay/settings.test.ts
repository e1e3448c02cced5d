import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { settings } from "./settings.ts";

const manual = readFileSync(new URL("../docs/push-relay.md", import.meta.url), "utf8");

test("the manual lists every setting with its default", () => {
  for (const { variable, default: usual } of Object.values(settings)) {
    const row = manual.split("\n").find((line) => line.split("|")[1]?.trim() === `\`${variable}\``);
    assert.ok(row !== undefined, variable);
    if (usual !== undefined) assert.ok(row.includes(`\`${String(usual)}\``), `${variable}: ${String(usual)}`);
  }
});
