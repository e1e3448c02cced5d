import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { checkOut, describeCheckout, resolveCommit } from "./checkout.ts";

/** Creates a repository with one commit, which has no benchmarks. */
function createRepository(t: TestContext) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "parlance-checkout-")));
  t.after(() => rmSync(root, { recursive: true }));
  const author = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
  const git = (...args: readonly string[]) =>
    execFileSync("git", [...author, ...args], { cwd: root, encoding: "utf8" });
  git("init", "--quiet");
  writeFileSync(join(root, "README.md"), "Hello");
  git("add", ".");
  git("commit", "--quiet", "--message", "Begin");
  return { root, git };
}

test("a revision that git does not know is an error with its name", (t) => {
  const { root, git } = createRepository(t);
  assert.equal(resolveCommit(root, "HEAD"), git("rev-parse", "HEAD").trim());
  assert.throws(() => resolveCommit(root, "nothing"), /git knows no revision nothing/);
  assert.throws(() => resolveCommit(root, "--all"), /git knows no revision --all/);
});

test("changes that are not committed are noticed", (t) => {
  const { root } = createRepository(t);
  assert.equal(describeCheckout(root).isChanged, false);
  writeFileSync(join(root, "README.md"), "Hello again");
  assert.equal(describeCheckout(root).isChanged, true);
});

test("a revision without the files that a comparison needs is rejected with their names, and its checkout is removed", async (t) => {
  const { root, git } = createRepository(t);
  const cleanup = new AsyncDisposableStack();
  t.after(() => cleanup.disposeAsync());
  await assert.rejects(checkOut(root, resolveCommit(root, "HEAD"), cleanup), /it lacks .*bench\/measured-server\.ts/);
  assert.equal(git("worktree", "list").trim().split("\n").length, 2);
  await cleanup.disposeAsync();
  assert.equal(git("worktree", "list").trim().split("\n").length, 1);
});
