import type { Shell } from "./shell.ts";

/** Options of all commands, and the environment in which they run. */
export interface GlobalOptions {
  readonly shell: Shell;
  readonly json?: true;
  readonly dataDir?: string;
  /** Settings file. */
  readonly config?: string;
}

/** Prints the result of a command, as JSON or as text. */
export function printResult({ json, shell }: GlobalOptions, data: object, text: string): void {
  shell.stdout.write(json ? `${JSON.stringify(data)}\n` : `${text}\n`);
}

/** Formats a table with headings as text. */
export function formatTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
