import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { sampleLookups } from "./fixtures/sample-lookups.ts";
import { render } from "./index.ts";

test("messages are rendered to the same HTML without Node, as in a browser", async () => {
  const sources = [
    "**a** [b](https://b.example) https://example.com/cat.png example.org :tada: :party_blob: 🚀 #41",
    "$$\\frac{a}{b}$$\n\n```math\nx^2\n```",
    "```python\ndef f(): pass\n```\n\n| a | b |\n|---|---|\n| 1 | <time:2031-01-01> |",
    "@**Ada Lovelace** #**general>lunch**\n\n> * 1. quoted",
  ];
  const program = fileURLToPath(new URL("fixtures/without-node.ts", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...sources]);
  assert.deepEqual(
    JSON.parse(stdout),
    sources.map((source) => render(source, sampleLookups).html),
  );
});
