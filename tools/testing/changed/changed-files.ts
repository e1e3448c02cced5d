import { spawnSync } from "node:child_process";
import { root } from "../../paths.ts";

/** The files that differ from a revision: staged, unstaged, untracked and deleted ones. Throws if git cannot tell. */
export function listChangedFiles(revision: string, cwd = root): string[] {
  const tracked = git(cwd, "diff", "--name-only", "--no-renames", "--relative", "-z", revision, "--");
  const untracked = git(cwd, "ls-files", "--others", "--exclude-standard", "-z");
  return [...new Set([...tracked, ...untracked])].toSorted();
}

function git(cwd: string, ...args: string[]): string[] {
  const { status, stdout, stderr, error } = spawnSync("git", args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args[0]} failed: ${error?.message ?? stderr.trim()}`);
  return stdout.split("\0").filter((path) => path !== "");
}
