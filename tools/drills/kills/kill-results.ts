// The options and results that both parts of the drill `kills` have in common, and the table of their results.

export interface KillOptions {
  readonly rounds: number;
  readonly seed: number;
  readonly print: (line: string) => void;
  /** Aborted to end the drill before all rounds have been run. */
  readonly signal: AbortSignal;
}

export interface KillResult {
  /** The counts, by their names in the table. */
  readonly figures: Readonly<Record<string, number>>;
  readonly problems: readonly string[];
}

/** Formats the counts of all parts as a Markdown table. */
export function formatResults(results: Readonly<Record<string, KillResult>>): string {
  const parts = Object.entries(results);
  const names = [...new Set(parts.flatMap(([, { figures }]) => Object.keys(figures)))];
  const rows = names.map((name) => [name, ...parts.map(([, { figures }]) => String(figures[name] ?? "–"))]);
  const lines = [["", ...parts.map(([part]) => part)], ["---", ...parts.map(() => "---:")], ...rows];
  return `${lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}\n`;
}
