import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findUnusedAllowances, findModuleVariables, findUnlistedVariables, findHookAssignments } from "./globals.ts";

const file = (path: string, text: string) => ({ path, text });

describe("globals", () => {
  const found = (text: string) => findUnlistedVariables(findModuleVariables([file("server/src/x.ts", text)]));

  test("finds variables that belong to a whole file, including exported ones", () => {
    assert.deepEqual(found("const a = 1;\nlet usesPictures = true;"), [
      "server/src/x.ts: usesPictures (line 2) belongs to the whole module: pass it on instead",
    ]);
    assert.equal(found("export let a: number, b = 2;\nvar c;").length, 3);
  });

  test("ignores variables in functions, and constants", () => {
    assert.deepEqual(
      found("export const count = () => {\n  let n = 0;\n  return (n += 1);\n};\nconst names = [];"),
      [],
    );
  });

  test("rejects entries of the list of allowed variables that are not needed", () => {
    assert.ok(
      findUnusedAllowances([]).includes(
        "server/src/pages/sign-up/join-form-options.ts: zones: allowed in tools/checks/globals.ts, and not there",
      ),
    );
  });

  test("finds assignments to hooks of other objects", () => {
    const assignments = (text: string) => findHookAssignments([file("server/src/x.ts", text)]);
    assert.deepEqual(assignments("const { hub } = queues;\nparts.db.onCommitted = hub.handleCommitted;"), [
      "server/src/x.ts:2: assigns to the hook onCommitted: pass the function to the constructor instead",
    ]);
    assert.equal(
      assignments('function f() { db.afterWatchedWrite = check; queues.hub["onAnnounced"] = wake; }').length,
      2,
    );
  });

  test("allows an object to assign its own hooks, and hooks to be passed as options", () => {
    const text =
      "class Db { constructor({ onLost }) { this.onLost = onLost; } }\nnew Db({ onLost: () => (row.online = 1) });";
    assert.deepEqual(findHookAssignments([file("server/src/x.ts", text)]), []);
  });
});
