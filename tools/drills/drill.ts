// What a drill is. Each is one file of this folder and is listed in tools/drill.ts.
import type { ParseArgsOptionDescriptor } from "node:util";

/** A program that has to be on the machine. */
interface RequiredProgram {
  readonly command: string;
  readonly debianPackage: string;
  /** Whether the drill uses it with these options. Default: with all. */
  readonly isUsed?: (options: DrillOptions) => boolean;
}

type DrillOptions = Readonly<Record<string, string | undefined>>;

export interface DrillContext {
  /** Prints a line, and writes it to tmp/drill/NAME.txt. */
  readonly print: (line: string) => void;
  /** Folder for what a drill keeps: tmp/drill. */
  readonly folder: string;
  /** Aborted by Ctrl-C: a drill then ends what it started and returns. */
  readonly signal: AbortSignal;
  /** The values of the drill's options, as text. */
  readonly options: DrillOptions;
}

export interface Drill {
  readonly name: string;
  /** The promise that it proves. */
  readonly about: string;
  readonly needs: readonly RequiredProgram[];
  /** About how long it takes. */
  readonly minutes: number;
  /** Its options, each of which takes a value; the text describes it. */
  readonly options?: Readonly<Record<string, string>>;
  /** More about it, for `--help` with its name. */
  readonly help?: string;
  /** Why it cannot run on this machine, apart from missing programs; null if it can. */
  readonly obstacle?: () => string | null;
  /** Returns what is wrong; nothing if the drill succeeded. */
  readonly run: (context: DrillContext) => Promise<readonly string[]>;
}

/** The options of all drills, in the words of `parseArgs`. */
export const collectOptions = (drills: readonly Drill[]): Record<string, ParseArgsOptionDescriptor> =>
  Object.fromEntries(
    drills.flatMap(({ options = {} }) => Object.keys(options)).map((name) => [name, { type: "string" as const }]),
  );
