// The subjects of commits: at most 72 characters, so that logs and reviews show them whole.
import { spawnSync } from "node:child_process";
import { root } from "../paths.ts";
import { toOutcome, type Check } from "./check.ts";

const MAX_SUBJECT_LENGTH = 72;
/** The commit after which the rule holds. Earlier subjects stay as they are. */
const BASELINE = "16407296";

export const commits: Check = {
  name: "commits",
  about: `commit subjects of at most ${MAX_SUBJECT_LENGTH} characters`,
  state: () => git("rev-parse", "HEAD"),
  run: async () => toOutcome(longSubjects(git("log", "--format=%h %s", `${BASELINE}..HEAD`).split("\n"))),
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

/** Returns the output of git, or nothing where there is no repository, or no commit that is as old as the baseline. */
function git(...args: readonly string[]): string {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.trim() : "";
}
