// Parses the code blocks of our documents, and selects those that the tests run.
//
// A block marked `bash` is run: all blocks of a document in order, in one shell, with a running server that has the
// demo organization. The block right after it, if it is not marked as a shell, is the expected output; white space is
// ignored, and `…` matches anything. A block that is only to be read is marked `sh`.

/** A fenced code block. */
export interface CodeBlock {
  readonly language: string;
  readonly text: string;
  /** Line of its opening fence, starting at 1. */
  readonly line: number;
  /** The text between the previous block and this one, without empty lines. */
  readonly introduction: string;
}

/** Returns the code blocks of a document, in order. */
export function parseCodeBlocks(markdown: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let end = 0;
  for (const match of markdown.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)) {
    const [whole, language = "", text = ""] = match;
    const line = markdown.slice(0, match.index).split("\n").length;
    blocks.push({ language, text, line, introduction: markdown.slice(end, match.index).trim() });
    end = match.index + whole.length;
  }
  return blocks;
}

/** Commands of a document, with their output if the document shows it. */
export interface DocumentStep {
  readonly line: number;
  readonly commands: string;
  readonly output: string | undefined;
}

const SHELLS = new Set(["bash", "sh"]);

/** Returns the commands that a document asks its reader to run. */
export function parseSteps(markdown: string): DocumentStep[] {
  const blocks = parseCodeBlocks(markdown);
  return blocks.flatMap(({ language, text, line }, index) => {
    if (language !== "bash") return [];
    const next = blocks[index + 1];
    const isOutput = next !== undefined && next.introduction === "" && !SHELLS.has(next.language);
    return [{ line, commands: text, output: isOutput ? next.text : undefined }];
  });
}

/** Whether a command printed the output that the document shows. */
export function matchesOutput(actual: string, shown: string): boolean {
  const printed = stripWhitespace(actual);
  const [first = "", ...rest] = stripWhitespace(shown).split("…");
  const last = rest.pop();
  if (last === undefined) return printed === first;
  if (!printed.startsWith(first)) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = printed.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return printed.slice(at).endsWith(last);
}

const stripWhitespace = (text: string) => text.replace(/\s+/g, "");
