import { parseFenceLine, type FenceLine } from "./fence-line.ts";
import type { Stash } from "./stash.ts";

/**
 * Maximum nesting of fences that contain blocks. The content of deeper fences is code or a formula. Limited because
 * each level copies its lines again.
 */
const MAX_FENCE_DEPTH = 12;

type FenceKind = "code" | "math" | "quote" | "spoiler";

interface OpenFence {
  readonly kind: FenceKind;
  readonly fence: FenceLine;
  readonly lines: string[];
}

/**
 * Extracts the fences of a text before its blocks are parsed. Code, formulas and the parts of spoilers are stashed, and
 * each is replaced with a placeholder line; the lines of a fenced quote get quote markers. An unclosed fence extends to
 * the end of the text.
 */
export function extractFences(lines: readonly string[], stash: Stash): string[] {
  const result: string[] = [];
  const open: OpenFence[] = [];
  const close = () => {
    const fence = open.pop();
    if (fence) (open.at(-1)?.lines ?? result).push("", ...renderFence(fence, stash), "");
  };
  for (const line of lines) {
    const innermost = open.at(-1);
    if (innermost && line.trimEnd() === innermost.fence.marks) close();
    else if (innermost && !containsBlocks(innermost.kind)) innermost.lines.push(line);
    else {
      const fence = parseFenceLine(line);
      if (fence) open.push({ kind: kindOf(fence, open.length), fence, lines: [] });
      else (innermost?.lines ?? result).push(line);
    }
  }
  while (open.length > 0) close();
  while (result.at(-1) === "") result.pop();
  return result;
}

const containsBlocks = (kind: FenceKind): boolean => kind === "quote" || kind === "spoiler";

function kindOf({ language }: FenceLine, depth: number): FenceKind {
  const name = language.toLowerCase();
  if (name === "math") return name;
  if (depth >= MAX_FENCE_DEPTH) return "code";
  if (name === "quote" || name === "quoted") return "quote";
  return name === "spoiler" ? name : "code";
}

/** Returns the lines that replace a fence. */
function renderFence({ kind, fence, lines }: OpenFence, stash: Stash): string[] {
  if (kind === "quote") return lines.map((line) => `> ${line}`);
  if (kind === "spoiler") {
    const part = (type: "spoiler_open" | "spoiler_content" | "spoiler_close") => stash.put({ type });
    return [
      part("spoiler_open"),
      "",
      fence.header,
      "",
      part("spoiler_content"),
      "",
      ...lines,
      "",
      part("spoiler_close"),
    ];
  }
  if (kind === "math") return [stash.put({ type: "math", content: lines.join("\n") })];
  const content = lines.map((line) => line.trimEnd()).join("\n");
  return [stash.put({ type: "code", content, language: fence.language })];
}
