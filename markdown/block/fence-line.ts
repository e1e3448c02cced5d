/** A line that starts a fence. A line with only backticks or tildes may also end one. */
export interface FenceLine {
  readonly marks: string;
  /** The language as written, or an empty string. */
  readonly language: string;
  /** Text after the language, such as the title of a spoiler. */
  readonly header: string;
}

const FENCE = /^(`{3,}|~{3,}) *(?:(\{?)\.?([a-zA-Z0-9_+\-./#]+)([^~`]*))?$/;

/** Parses a line that can start a fence. Returns undefined for other lines. */
export function parseFenceLine(line: string): FenceLine | undefined {
  if (line[0] !== "`" && line[0] !== "~") return undefined;
  const [, marks, brace = "", language = "", rest = ""] = FENCE.exec(line.trimEnd()) ?? [];
  if (marks === undefined) return undefined;
  return { marks, language, header: (brace === "" ? rest : rest.replace(/\}$/, "")).trim() };
}
