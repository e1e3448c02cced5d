import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { listFiles, readFiles } from "../source-files.ts";
import { root } from "../paths.ts";
import { parseInstructions } from "./tutorial-steps.ts";

const documents = readFiles((path) => /^([A-Z]+|docs\/[\w-]+)\.md$/.test(path));

/**
 * Returns the anchor that Markdown renderers create for a heading: in lower case, without punctuation, and with hyphens
 * instead of spaces.
 */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");

function anchorsIn(path: string): string[] {
  const headings = readFileSync(path, "utf8").matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, heading = ""]) => anchorOf(heading));
}

test("links between documents lead to existing files and headings", () => {
  const broken = documents.flatMap(({ path, text = "" }) =>
    [...text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)].flatMap(([link, target = "", anchor]) => {
      const file = target === "" ? join(root, path) : join(root, dirname(path), target);
      const leads = existsSync(file) && (anchor === undefined || anchorsIn(file).includes(anchor));
      return leads ? [] : [`${path}: ${link}`];
    }),
  );
  assert.deepEqual(broken, []);
});

/**
 * The paths of all files. Paths in server/src/ are also included without this prefix, because documents about the
 * server's code omit it.
 */
const files = listFiles().flatMap((path) => [path, path.replace("server/src/", "")]);
const tops = new Set(files.filter((path) => path.includes("/")).map((path) => path.split("/")[0]));

const isAmong = (paths: readonly string[], name: string) =>
  paths.some((path) => path === name || path.startsWith(name.endsWith("/") ? name : `${name}/`));

test("files and folders that documents name exist", () => {
  const missing = documents.flatMap(({ path, text = "" }) => {
    const prose = text.replace(/^```[\s\S]*?^```$/gm, "");
    const named = [...prose.matchAll(/`((?:[\w.-]+\/)+[\w.-]*)`/g)].map(([, name = ""]) => name);
    const created = parseInstructions(text).flatMap((step) => (step.does === "create" ? [step.path] : []));
    return named
      .filter((name) => tops.has(name.split("/")[0]) && !isAmong([...files, ...created], name))
      .map((name) => `${path}: ${name}`);
  });
  assert.deepEqual(missing, []);
});

test("no document and no text of a program runs `npx parlance`, which may install a package of other authors", () => {
  const texts = readFiles((path) => /\.(md|mjs|sh|ts|tsx)$/.test(path) && !path.endsWith("references.test.ts"));
  const wrong = texts.filter(({ text = "" }) => /\bnpx\s+parlance\b/.test(text)).map(({ path }) => path);
  assert.deepEqual(wrong, []);
});
