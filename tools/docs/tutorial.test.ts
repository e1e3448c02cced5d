import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { isFullLength } from "@parlance/testkit/chance.ts";
import { listFiles } from "../files.ts";
import { root } from "../paths.ts";
import { runInShell } from "./shell.ts";
import { changed, follow, instructionsOf } from "./tutorial.ts";

const TUTORIAL = join(root, "docs", "add-an-endpoint.md");
const OWN_PACKAGES = "@parlance";
const TIMEOUT_MS = 300_000;
/** More than its reader should have to write, or to find and change, for one noun. Generated files come on top. */
const MAX_FILES = 12;
const CHECKS = "npm run check";
const { workspaces } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { workspaces: string[] };

/** A checkout like this one, which its reader may change: all of our files, beside the same dependencies where something is run. */
async function freshCheckout(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), "parlance-tutorial-"));
  const files = listFiles();
  for (const folder of new Set(files.map(dirname))) await mkdir(join(path, folder), { recursive: true });
  await Promise.all(files.map((file) => copyFile(join(root, file), join(path, file))));
  if (isFullLength) {
    for (const folder of [".", ...workspaces]) await linkDependencies(join(root, folder), join(path, folder));
  }
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Our own packages are links within the checkout, and must not lead back into this one. Not every folder has others. */
async function linkDependencies(from: string, to: string): Promise<void> {
  const [source, target] = [join(from, "node_modules"), join(to, "node_modules")];
  if (!existsSync(source)) return;
  await mkdir(target);
  for (const name of await readdir(source)) {
    const isOwn = name === OWN_PACKAGES || name.startsWith(".");
    if (isOwn) await cp(join(source, name), join(target, name), { recursive: true, verbatimSymlinks: true });
    else await symlink(join(source, name), join(target, name));
  }
}

/** What is run takes as long as many tests together: an ordinary run sees whether each change can be made here as it is shown. */
const title = isFullLength
  ? "who follows the tutorial to the letter gets a working endpoint that passes tests and checks"
  : "whoever follows the tutorial finds what it wants changed, in few files";

test(title, async () => {
  await using checkout = await freshCheckout();
  const touched = new Set<string>();
  for (const instruction of instructionsOf(await readFile(TUTORIAL, "utf8"))) {
    const place = `${TUTORIAL}:${instruction.line}`;
    if (instruction.does !== "run") {
      touched.add(instruction.path);
      await follow(instruction, checkout.path).catch((error: unknown) => assert.fail(`${place}: ${String(error)}`));
    } else if (isFullLength && instruction.command.startsWith("npm ")) {
      const { command } = instruction;
      const { code, output, errors } = await runInShell(command, {
        cwd: checkout.path,
        timeoutMs: TIMEOUT_MS,
      });
      // What the checks have to say about other files is said by the checks of this checkout.
      const isOthers = command === CHECKS && code === 1 && ![...touched].some((path) => output.includes(path));
      assert.ok(code === 0 || isOthers, `${place}: ${command} fails:\n${output}${errors}`);
    }
  }
  assert.ok(touched.size <= MAX_FILES, `the reader of the tutorial writes or changes ${touched.size} files`);
});

test("a change is made where its lines occur, and only if that is one place", () => {
  assert.equal(changed("a\nb\nc\n", " a\n-b\n+B\n+b\n"), "a\nB\nb\nc\n");
  assert.throws(() => changed("a\nb\n", " c\n+d\n"), /occur 0 times/);
  assert.throws(() => changed("a\nb\na\nb\n", " a\n+d\n"), /occur 2 times/);
});
