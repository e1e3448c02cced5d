import { selectTests } from "./select-tests.ts";

export interface TestArguments {
  /** Options for Node's test runner. */
  readonly flags: readonly string[];
  /** The test files to run. Empty if `changed` is set. */
  readonly files: readonly string[];
  /**
   * The revision with which the working directory is compared, if the tests are selected by what has changed. Otherwise
   * undefined.
   */
  readonly changed: string | undefined;
  /** Whether files that fail are run again. */
  readonly retry: boolean;
}

const BASE_OPTION = "--base=";

/** Parses the arguments of `npm test`. Returns an error message if they are invalid. */
export function parseArguments(args: readonly string[], all: readonly string[]): TestArguments | string {
  const [slow, changed, retry] = ["--slow", "--changed", "--retry"].map((option) => args.includes(option));
  const base = args.find((arg) => arg.startsWith(BASE_OPTION))?.slice(BASE_OPTION.length);
  const others = args.filter(
    (arg) => !["--slow", "--changed", "--retry"].includes(arg) && !arg.startsWith(BASE_OPTION),
  );
  if (base !== undefined && changed !== true) return "--base needs --changed";
  const { flags, files, unmatched } = selectTests(others, all, { slow: slow === true });
  if (unmatched.length > 0) return `no test file matches ${unmatched.join(", ")}`;
  if (changed === true) {
    if (slow === true || others.length > flags.length) return "--changed selects the files by itself";
    return { flags, files: [], changed: base ?? "HEAD", retry: retry === true };
  }
  if (files.length === 0) return "no test file matches";
  return { flags, files, changed: undefined, retry: retry === true };
}
