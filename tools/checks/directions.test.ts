import assert from "node:assert/strict";
import { test } from "node:test";
import { findWrongImports } from "./directions.ts";

test("a cycle of folders of the web client is found, even if their files are free of cycles", () => {
  const files = [
    { path: "web/src/screens/drafts/list/a.ts", text: 'import "../../inbox/b.ts";' },
    { path: "web/src/screens/inbox/b.ts", text: "" },
    { path: "web/src/screens/inbox/c.ts", text: 'import "../drafts/d.ts";' },
    { path: "web/src/screens/drafts/d.ts", text: "" },
  ];
  assert.deepEqual(findWrongImports(files), [
    "a cycle of folders: web/src/screens/drafts → web/src/screens/inbox → web/src/screens/drafts",
  ]);
});
