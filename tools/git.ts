import { spawnSync } from "node:child_process";

/**
 * Runs a git command and returns its results. With the argument `-z`, git separates several results by NUL characters.
 * Throws if git fails or is not installed.
 */
export function listFromGit(cwd: string, ...args: readonly string[]): string[] {
  const { status, stdout, stderr, error } = spawnSync("git", args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args[0]} failed: ${error?.message ?? stderr.trim()}`);
  return stdout.split("\0").filter((result) => result !== "");
}
