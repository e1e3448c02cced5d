/**
 * Returns the lines of an output that an earlier output does not contain. Numbers are ignored, because durations, counts
 * and line numbers differ, and so are empty lines. A line that occurs more often than before counts as new.
 */
export function findNewLines(output: string, earlier: string): string[] {
  const known = Map.groupBy(earlier.split("\n").map(withoutNumbers), (line) => line);
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  return lines.filter((line) => known.get(withoutNumbers(line))?.pop() === undefined);
}

const withoutNumbers = (line: string): string => line.replaceAll(/\d+/g, "0").replaceAll(/\s+/g, " ").trim();
