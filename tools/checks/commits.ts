// Checks the subjects of commits: at most 72 characters, so that logs and reviews show them in full.
import { listFromGit } from "../git.ts";
import { root } from "../paths.ts";
import { toOutcome, type Check } from "./check.ts";

const MAX_SUBJECT_LENGTH = 72;
/** The commit after which the rule applies. Earlier subjects are not changed. */
const BASELINE = "16407296";

export const commits: Check = {
  name: "commits",
  about: `commit subjects of at most ${MAX_SUBJECT_LENGTH} characters`,
  state: () => tryGit("rev-parse", "HEAD").join(),
  run: async () => toOutcome(longSubjects(tryGit("log", "-z", "--format=%h %s", `${BASELINE}..HEAD`))),
};

/** Returns the commits, each as its id and subject, whose subjects are too long. */
export function longSubjects(log: readonly string[]): string[] {
  return log.flatMap((line) => {
    const [id = "", ...words] = line.split(" ");
    const { length } = words.join(" ");
    return length > MAX_SUBJECT_LENGTH
      ? [`${id}: the subject has ${length} characters, ${line.slice(id.length + 1)}`]
      : [];
  });
}

/** Returns the results of a git command. Empty if there is no repository, or no commit as old as the baseline. */
function tryGit(...args: readonly string[]): string[] {
  try {
    return listFromGit(root, ...args);
  } catch {
    return [];
  }
}
