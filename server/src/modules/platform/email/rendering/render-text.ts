import type { Block, Letter } from "../email.ts";
import type { Sender } from "./sender.ts";

/** What leads to where letters like this one are turned off. */
export const TURN_OFF = "Unsubscribe from these emails";

/** Most characters a line has, but for words that are longer, such as addresses. */
const WIDTH = 76;

/** The letter as plain text, in lines that every reader can show. */
export function asText({ blocks, reason, unsubscribe }: Letter, { name, url }: Sender): string {
  const leaving = unsubscribe === undefined ? [] : [`${TURN_OFF}: ${unsubscribe}`];
  const footer = ["-- ", ...wrapped(reason), ...leaving, ...wrapped(name), url].join("\n");
  return `${[...blocks.map(blockText), footer].join("\n\n")}\n`;
}

function blockText(block: Block): string {
  if ("paragraph" in block) return wrapped(block.paragraph).join("\n");
  if ("quote" in block) return quoted(block.quote);
  if ("said" in block) return [...wrapped(`${block.by}, ${block.at}:`), quoted(block.said)].join("\n");
  if ("address" in block) return block.address;
  if ("button" in block) return `${block.button}:\n${block.url}`;
  return Object.entries(block.facts)
    .flatMap(([name, value]) => wrapped(`${name}: ${value}`))
    .join("\n");
}

const quoted = (text: string): string =>
  wrapped(text, WIDTH - 2)
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");

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
