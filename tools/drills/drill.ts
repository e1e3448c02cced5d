// The definition of a drill: a trial that takes too long, or needs too many resources, to be a test. Each drill is a
// file in this folder, and is listed in tools/drill.ts.
import type { ParseArgsOptionDescriptor } from "node:util";

/** A program that must be installed on the machine. */
interface RequiredProgram {
  readonly command: string;
  readonly debianPackage: string;
  /** Returns true if the drill needs the program with the given options. Default: always true. */
  readonly isUsed?: (options: DrillOptions) => boolean;
}

type DrillOptions = Readonly<Record<string, string | undefined>>;

export interface DrillContext {
  /** Prints a line, and appends it to the file tmp/drill/NAME.txt. */
  readonly print: (line: string) => void;
  /** Folder into which the drill writes its output: tmp/drill. */
  readonly folder: string;
  /** Aborted when the user presses Ctrl-C. The drill must then stop everything that it has started, and return. */
  readonly signal: AbortSignal;
  /** The values of the drill's options. All of them are strings. */
  readonly options: DrillOptions;
}

export interface Drill {
  readonly name: string;
  /** Description of what the drill proves. */
  readonly about: string;
  readonly needs: readonly RequiredProgram[];
  /** Approximate duration in minutes. */
  readonly minutes: number;
  /** The options of the drill, by name, with a description of each. All options take a value. */
  readonly options?: Readonly<Record<string, string>>;
  /** Further help, shown if `--help` is used together with the name of the drill. */
  readonly help?: string;
  /**
   * Returns the reason why the drill cannot run on this machine, or null if it can. Missing programs are not considered
   * here.
   */
  readonly obstacle?: () => string | null;
  /** Runs the drill. Returns the problems that it found; if there are none, the drill has succeeded. */
  readonly run: (context: DrillContext) => Promise<readonly string[]>;
}

/** Returns the options of all drills, in the format of `parseArgs`. */
export const collectOptions = (drills: readonly Drill[]): Record<string, ParseArgsOptionDescriptor> =>
  Object.fromEntries(
    drills.flatMap(({ options = {} }) => Object.keys(options)).map((name) => [name, { type: "string" as const }]),
  );
