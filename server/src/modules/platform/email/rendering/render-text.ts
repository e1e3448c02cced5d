import type { EmailBlock, Email } from "../email.ts";
import type { EmailSender } from "./sender.ts";

/** Text of the link for unsubscribing. */
export const UNSUBSCRIBE_TEXT = "Unsubscribe from these emails";

/** Maximum length of a line. Only lines with a URL or a longer word exceed it. */
const MAX_LINE_LENGTH = 76;

/** Renders an email as plain text, with lines short enough for every mail program. */
export function renderText({ blocks, reason, unsubscribe }: Email, { name, url }: EmailSender): string {
  const leaving = unsubscribe === undefined ? [] : [`${UNSUBSCRIBE_TEXT}: ${unsubscribe}`];
  const footer = ["-- ", ...wrapText(reason), ...leaving, ...wrapText(name), url].join("\n");
  return `${[...blocks.map(blockText), footer].join("\n\n")}\n`;
}

function blockText(block: EmailBlock): string {
  if ("paragraph" in block) return wrapText(block.paragraph).join("\n");
  if ("quote" in block) return quoted(block.quote);
  if ("quoted" in block) return [...wrapText(`${block.by}, ${block.at}:`), quoted(block.quoted)].join("\n");
  if ("address" in block) return block.address;
  if ("button" in block) return `${block.button}:\n${block.url}`;
  return Object.entries(block.facts)
    .flatMap(([name, value]) => wrapText(`${name}: ${value}`))
    .join("\n");
}

const quoted = (text: string): string =>
  wrapText(text, MAX_LINE_LENGTH - 2)
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");

/** Wraps a text at a width. Words that are longer stay whole, and existing line breaks are preserved. */
function wrapText(text: string, width = MAX_LINE_LENGTH): string[] {
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
