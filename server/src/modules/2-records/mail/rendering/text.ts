import type { Block, Letter } from "../letter.ts";
import type { Sender } from "./sender.ts";

/** Most characters a line has, but for words that are longer, such as addresses. */
const WIDTH = 76;

/** The letter as plain text, in lines that every reader can show. */
export function asText({ blocks, reason }: Letter, { name, url }: Sender): string {
  const footer = ["-- ", ...wrapped(reason), ...wrapped(name), url].join("\n");
  return `${[...blocks.map(blockText), footer].join("\n\n")}\n`;
}

function blockText(block: Block): string {
  if ("paragraph" in block) return wrapped(block.paragraph).join("\n");
  if ("quote" in block) {
    return wrapped(block.quote, WIDTH - 2)
      .map((line) => `> ${line}`.trimEnd())
      .join("\n");
  }
  if ("button" in block) return `${block.button}:\n${block.url}`;
  return Object.entries(block.facts)
    .flatMap(([name, value]) => wrapped(`${name}: ${value}`))
    .join("\n");
}

/** The lines of a text, none longer than that if its words allow it. Line breaks of its own are kept. */
function wrapped(text: string, width = WIDTH): string[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/).flatMap((paragraph) => {
    const lines: string[] = [];
    let line = "";
    for (const word of paragraph.split(" ")) {
      if (line !== "" && line.length + 1 + word.length > width) {
        lines.push(line);
        line = word;
      } else line = line === "" ? word : `${line} ${word}`;
    }
    return [...lines, line];
  });
}
