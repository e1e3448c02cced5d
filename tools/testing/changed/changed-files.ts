import { listFromGit } from "../../git.ts";
import { root } from "../../paths.ts";

/**
 * Returns the files that differ from a revision: staged, unstaged, untracked and deleted files. Throws if git fails.
 */
export function listChangedFiles(revision: string, cwd = root): string[] {
  const tracked = listFromGit(cwd, "diff", "--name-only", "--no-renames", "--relative", "-z", revision, "--");
  const untracked = listFromGit(cwd, "ls-files", "--others", "--exclude-standard", "-z");
  return [...new Set([...tracked, ...untracked])].toSorted();
}
