import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { listFolders, createRows } from "./folder-tables.ts";
import { replaceTable } from "./generated-table.ts";

describe("the table of folders in a document", () => {
  const paths = ["README.md", ".ci/run", "docs/a.md", "web/src/b.ts", "web/src/c/d.ts"];

  test("lists the direct subfolders of a folder that contain files at any depth, except for hidden folders", () => {
    assert.deepEqual(listFolders("", paths), ["docs", "web"]);
    assert.deepEqual(listFolders("web/src/", paths), ["web/src/c"]);
  });

  test("cannot be generated if a folder has no description, or if a described folder does not exist", () => {
    assert.deepEqual(createRows([["docs", "Documentation"]], ["docs"]), [
      { folder: "docs", description: "Documentation" },
    ]);
    assert.throws(() => createRows([["docs", "Documentation"]], ["docs", "web"]), /no description of web/);
    assert.throws(() => createRows([["docs", ""]], ["docs"]), /no description of docs/);
    assert.throws(
      () =>
        createRows(
          [
            ["docs", "x"],
            ["notifications", "y"],
          ],
          ["docs"],
        ),
      /not there: notifications/,
    );
  });

  test("replaces the text between the markers, and nothing else", () => {
    const [start, end] = ["<!-- folders: npm run generate writes this table -->", "<!-- end of folders -->"];
    const rows = [
      ["Folder", "Contents"],
      ["`docs/`", "Documentation"],
    ];
    assert.equal(
      replaceTable(`before\n${start}\nold\n${end}\nafter`, "folders", rows),
      `before\n${start}\n\n| Folder  | Contents      |\n| ------- | ------------- |\n| \`docs/\` | Documentation |\n\n${end}\nafter`,
    );
    assert.throws(() => replaceTable("no marks", "folders", rows), /lacks the marks/);
  });
});
