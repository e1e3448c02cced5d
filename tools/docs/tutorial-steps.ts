// Parses the steps of a tutorial, so that a test can follow them literally: files to create, changes to existing files,
// and commands, in the order of the text.
//
// A code block is a file to create if the text before it ends with the name of the file in backquotes and a colon. A
// block with the language `sh` contains commands, one per line. A block with the language `diff` changes the file that
// was named last. Its lines that start with a space or a minus must occur exactly once in that file.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseCodeBlocks, type CodeBlock } from "./code-blocks.ts";

/** A step of the tutorial. */
export type Instruction =
  | { readonly does: "create"; readonly path: string; readonly text: string; readonly line: number }
  | { readonly does: "change"; readonly path: string; readonly diff: string; readonly line: number }
  | { readonly does: "run"; readonly command: string; readonly line: number };

const FILE_NAME = /`([^`]+)`:$/;

/** Returns the steps of a tutorial in their order. */
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

/** Applies a step that creates or changes a file. `base` is the folder that its path is relative to. */
export async function applyInstruction(step: Exclude<Instruction, { does: "run" }>, base: string): Promise<void> {
  const path = join(base, step.path);
  await mkdir(dirname(path), { recursive: true });
  if (step.does === "create") await writeFile(path, step.text, { flag: "wx" });
  else await writeFile(path, applyDiff(await readFile(path, "utf8"), step.diff));
}

/** Applies a diff without line numbers. The position is found by the diff's lines. */
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
