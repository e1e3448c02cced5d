import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepare } from "../../tools/bootstrap/prepare.mjs";
import { ENTRY_POINTS } from "../revision.ts";
import { linkDependencies } from "./link-dependencies.ts";

/** Runs git, and returns its output. Throws with git's message if it fails. */
function git(cwd: string, ...args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync("git", args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args[0]} failed: ${error?.message ?? stderr.trim()}`);
  return stdout.trim();
}

/** Returns the commit of a revision. Throws if there is no such revision. */
export function resolveCommit(root: string, revision: string): string {
  try {
    return git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`);
  } catch (error) {
    throw new Error(`git knows no revision ${revision}`, { cause: error });
  }
}

/** Describes the checkout: its commit, and whether it has changes that are not committed. */
export function describeCheckout(root: string): { readonly commit: string; readonly isChanged: boolean } {
  return { commit: git(root, "rev-parse", "--short", "HEAD"), isChanged: git(root, "status", "--porcelain") !== "" };
}

/**
 * Checks a commit out into a temporary folder, with its dependencies, and returns the folder. `cleanup` removes it. Throws
 * if the commit's benchmarks cannot be used from outside.
 */
export async function checkOut(root: string, commit: string, cleanup: AsyncDisposableStack): Promise<string> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "parlance-bench-revision-")));
  cleanup.defer(() => {
    // This fails if the commit has not been checked out, and leaves nothing that git knows in any case.
    spawnSync("git", ["worktree", "remove", "--force", folder], { cwd: root });
    rmSync(folder, { recursive: true, force: true });
  });
  git(root, "worktree", "add", "--quiet", "--detach", folder, commit);
  const missing = ENTRY_POINTS.filter((path) => !existsSync(join(folder, path)));
  if (missing.length > 0) {
    throw new Error(
      `its benchmarks are too old, or too new, for those of this checkout: it lacks ${missing.join(", ")}`,
    );
  }
  const lockFile = (base: string) => readFile(join(base, "package-lock.json"), "utf8");
  if ((await lockFile(root)) === (await lockFile(folder))) await linkDependencies(root, folder);
  else await prepare(folder);
  return folder;
}
