// Checks that the subject of each commit has at most 72 characters, so that logs and reviews show it in full.
import { listFromGit } from "../git.ts";
import { root } from "../paths.ts";
import { toOutcome, type Check } from "./check.ts";

const MAX_SUBJECT_LENGTH = 72;
/** The rule applies to the commits after this one. Earlier commits are not changed. */
const BASELINE = "16407296";

export const commits: Check = {
  name: "commits",
  about: `commit subjects of at most ${MAX_SUBJECT_LENGTH} characters`,
  state: () => tryGit("rev-parse", "HEAD").join(),
  run: async () => toOutcome(longSubjects(tryGit("log", "-z", "--format=%h %s", `${BASELINE}..HEAD`))),
};

/**
 * Returns a problem for each commit whose subject is too long. A line of `log` consists of the commit's id and its
 * subject.
 */
export function longSubjects(log: readonly string[]): string[] {
  return log.flatMap((line) => {
    const [id = "", ...words] = line.split(" ");
    const { length } = words.join(" ");
    return length > MAX_SUBJECT_LENGTH
      ? [`${id}: the subject has ${length} characters, ${line.slice(id.length + 1)}`]
      : [];
  });
}

/**
 * Returns the output of a git command as a list. Empty if there is no repository, or if the repository does not reach
 * back to the baseline.
 */
function tryGit(...args: readonly string[]): string[] {
  try {
    return listFromGit(root, ...args);
  } catch {
    return [];
  }
}
