// Definition of a drill. Each is a file of this folder and is listed in tools/drill.ts.
import type { ParseArgsOptionDescriptor } from "node:util";

/** A program that must be installed on the machine. */
interface RequiredProgram {
  readonly command: string;
  readonly debianPackage: string;
  /** Whether the drill uses it with these options. Default: always. */
  readonly isUsed?: (options: DrillOptions) => boolean;
}

type DrillOptions = Readonly<Record<string, string | undefined>>;

export interface DrillContext {
  /** Prints a line, and writes it to tmp/drill/NAME.txt. */
  readonly print: (line: string) => void;
  /** Folder for the drill's output: tmp/drill. */
  readonly folder: string;
  /** Aborted by Ctrl-C. The drill then ends what it started and returns. */
  readonly signal: AbortSignal;
  /** The values of the drill's options, as text. */
  readonly options: DrillOptions;
}

export interface Drill {
  readonly name: string;
  /** The promise that it proves. */
  readonly about: string;
  readonly needs: readonly RequiredProgram[];
  /** Approximate duration. */
  readonly minutes: number;
  /** Its options, each of which has a value. The text describes the option. */
  readonly options?: Readonly<Record<string, string>>;
  /** Additional help, shown by `--help` with its name. */
  readonly help?: string;
  /** Returns why it cannot run on this machine, other than missing programs, or null if it can. */
  readonly obstacle?: () => string | null;
  /** Returns the problems. Empty if the drill succeeded. */
  readonly run: (context: DrillContext) => Promise<readonly string[]>;
}

/** The options of all drills, in the format of `parseArgs`. */
export const collectOptions = (drills: readonly Drill[]): Record<string, ParseArgsOptionDescriptor> =>
  Object.fromEntries(
    drills.flatMap(({ options = {} }) => Object.keys(options)).map((name) => [name, { type: "string" as const }]),
  );
