// Parses the code blocks of the documents, and selects those that the tests run.
//
// The tests run blocks with the language `bash`: all blocks of a document in order, in one shell, with a running server
// that contains the demo organization. A block that follows immediately and is not a shell block is the expected
// output. White space is ignored, and `…` matches anything. Blocks with the language `sh` are not run, except in the
// tutorials (see tutorial-steps.ts).

/** A fenced code block. */
export interface CodeBlock {
  readonly language: string;
  readonly text: string;
  /** Number of the line with the opening fence. The first line is 1. */
  readonly line: number;
  /** The text between the previous block and this one, without empty lines at its ends. */
  readonly introduction: string;
}

/** Returns the code blocks of a document in their order. */
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

/** A block of commands, and its output if the document shows it. */
export interface DocumentStep {
  readonly line: number;
  readonly commands: string;
  readonly output: string | undefined;
}

const SHELLS = new Set(["bash", "sh"]);

/** Returns the blocks of commands that the tests run. */
export function parseSteps(markdown: string): DocumentStep[] {
  const blocks = parseCodeBlocks(markdown);
  return blocks.flatMap(({ language, text, line }, index) => {
    if (language !== "bash") return [];
    const next = blocks[index + 1];
    const isOutput = next !== undefined && next.introduction === "" && !SHELLS.has(next.language);
    return [{ line, commands: text, output: isOutput ? next.text : undefined }];
  });
}

/** Returns true if a command printed the output that the document shows. */
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
