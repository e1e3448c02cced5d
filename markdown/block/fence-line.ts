/** A line that opens a fence; with nothing but marks it may also close one. */
export interface FenceLine {
  readonly marks: string;
  /** As written; empty where none is named. */
  readonly language: string;
  /** What follows the language, such as the title of a spoiler. */
  readonly header: string;
}

const FENCE = /^(`{3,}|~{3,}) *(?:(\{?)\.?([a-zA-Z0-9_+\-./#]+)([^~`]*))?$/;

/** Reads a line of three or more backticks or tildes at its very beginning; undefined if it is none. */
export function parseFenceLine(line: string): FenceLine | undefined {
  if (line[0] !== "`" && line[0] !== "~") return undefined;
  const [, marks, brace = "", language = "", rest = ""] = FENCE.exec(line.trimEnd()) ?? [];
  if (marks === undefined) return undefined;
  return { marks, language, header: (brace === "" ? rest : rest.replace(/\}$/, "")).trim() };
}
