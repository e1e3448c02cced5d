import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { rows } from "../rows.ts";
import { exampleMachine } from "./fixtures/example-machine.ts";
import { replaceResults } from "./results-section.ts";

const [start, end] = ["<!-- results: npm run generate writes this section -->", "<!-- end of results -->"];

test("the section between the markers contains the machine and the results of the stored run, and the rest is unchanged", () => {
  const run = {
    machine: exampleMachine,
    date: "2026-01-02",
    revision: "abc1234",
    quick: false,
    rows: {
      send: { unit: "/s", ours: 1641, bare: 3000, compared: 0.547, budget: "≥ 0.5", ok: true },
      start: { unit: "ms", ours: 900, bare: null, compared: 900, budget: "≤ 800", ok: false },
      latency: { unit: "ms", ours: 2.3, bare: null, compared: null, budget: null, ok: null },
    },
  } as const;
  assert.equal(
    replaceResults(`before\n${start}\nold\n${end}\nafter`, run),
    `before
${start}

A full run of 2026-01-02, revision \`abc1234\`.
The machine: 2 cores of Example 3000, 16 GB of memory, Linux 6.12, Node 24.1.0, PostgreSQL 17.5.

| Row       | Parlance | Bare limit | Compared | Budget | Met |
| --------- | -------- | ---------- | -------- | ------ | --- |
| \`send\`    | 1,641 /s | 3,000 /s   | 0.55     | ≥ 0.5  | yes |
| \`start\`   | 900 ms   | –          | 900      | ≤ 800  | no  |
| \`latency\` | 2.30 ms  | –          | –        | –      | –   |

${end}
after`,
  );
});

test("without a stored run the section says so, and a document without markers is an error", () => {
  assert.equal(replaceResults(`${start}\n${end}\n`, null), `${start}\n\nNo run is stored yet.\n\n${end}\n`);
  assert.throws(() => replaceResults("no markers", null), /lacks the markers/);
});

test("the page describes the work of every row", () => {
  const page = readFileSync(new URL("../../docs/benchmarks.md", import.meta.url), "utf8");
  const described = page.split("## The rows")[1]?.split("\n## ")[0] ?? "";
  for (const { name } of rows) assert.match(described, new RegExp(`^\\| \`${name}\` +\\|`, "m"));
});
