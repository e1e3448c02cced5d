// A tutorial is followed to the letter: the files it tells its reader to create, its changes to files that are there, and its
// commands, in the order of the text.
//
// A block of code stands in a file of its own, which the text before it names last, between backquotes and before a colon. A
// block marked `diff` changes the file that was named last: its lines that begin with a space or a minus occur there once.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseCodeBlocks, type CodeBlock } from "./code-blocks.ts";

/** One thing that the reader does. */
export type Instruction =
  | { readonly does: "create"; readonly path: string; readonly text: string; readonly line: number }
  | { readonly does: "change"; readonly path: string; readonly diff: string; readonly line: number }
  | { readonly does: "run"; readonly command: string; readonly line: number };

const FILE_NAME = /`([^`]+)`:$/;

/** What the reader of a tutorial does, in order. */
export function parseInstructions(markdown: string): Instruction[] {
  let path = "";
  return parseCodeBlocks(markdown).flatMap((block) => {
    path = FILE_NAME.exec(block.introduction)?.[1] ?? path;
    return instructionsInBlock(block, path);
  });
}

function instructionsInBlock({ language, text, line }: CodeBlock, path: string): Instruction[] {
  if (language === "diff") return [{ does: "change", path, diff: text, line }];
  if (language !== "sh") return [{ does: "create", path, text, line }];
  return text
    .trimEnd()
    .split("\n")
    .map((command) => ({ does: "run", command, line }));
}

/** Creates or changes a file below `base` as an instruction says. */
export async function applyInstruction(step: Exclude<Instruction, { does: "run" }>, base: string): Promise<void> {
  const path = join(base, step.path);
  await mkdir(dirname(path), { recursive: true });
  if (step.does === "create") await writeFile(path, step.text, { flag: "wx" });
  else await writeFile(path, applyDiff(await readFile(path, "utf8"), step.diff));
}

/** A text with a diff applied whose place is found by its lines alone. */
export function applyDiff(text: string, diff: string): string {
  const lines = diff.replace(/\n$/, "").split("\n");
  const side = (other: string) =>
    lines
      .filter((line) => !line.startsWith(other))
      .map((line) => `${line.slice(1)}\n`)
      .join("");
  const [before, after] = [side("+"), side("-")];
  const parts = text.split(before);
  const [head, tail] = parts;
  if (parts.length !== 2 || head === undefined || tail === undefined) {
    throw new Error(`these lines occur ${parts.length - 1} times, not once:\n${before}`);
  }
  return `${head}${after}${tail}`;
}
