/** A line that opens a fence; with nothing but marks it may also close one. */
export interface FenceLine {
  readonly marks: string;
  /** As written; empty if there is none. */
  readonly language: string;
  /** Text after the language, such as the title of a spoiler. */
  readonly header: string;
}

const FENCE = /^(`{3,}|~{3,}) *(?:(\{?)\.?([a-zA-Z0-9_+\-./#]+)([^~`]*))?$/;

/** Parses a line that starts with three or more backticks or tildes; undefined for other lines. */
export function parseFenceLine(line: string): FenceLine | undefined {
  if (line[0] !== "`" && line[0] !== "~") return undefined;
  const [, marks, brace = "", language = "", rest = ""] = FENCE.exec(line.trimEnd()) ?? [];
  if (marks === undefined) return undefined;
  return { marks, language, header: (brace === "" ? rest : rest.replace(/\}$/, "")).trim() };
}
