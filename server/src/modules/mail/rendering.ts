import { escape } from "#kernel/http/reference-page/schema-html.ts";
import type { Block, Letter } from "./letter.ts";

/** The letter as plain text. */
export const asText = ({ blocks, reason }: Letter): string =>
  `${[...blocks.map(blockText), `-- \n${reason}`].join("\n\n")}\n`;

function blockText(block: Block): string {
  if ("paragraph" in block) return block.paragraph;
  if ("quote" in block) return block.quote.replace(/^/gm, "> ");
  if ("button" in block) return `${block.button}: ${block.url}`;
  return Object.entries(block.facts)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}

/** The letter as an HTML document. */
export const asHtml = ({ subject, blocks, reason }: Letter): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escape(subject)}</title></head><body>` +
  `${blocks.map(blockHtml).join("")}<hr><p><small>${escape(reason)}</small></p></body></html>`;

function blockHtml(block: Block): string {
  if ("paragraph" in block) return `<p>${escape(block.paragraph)}</p>`;
  if ("quote" in block) return `<blockquote>${escape(block.quote).replaceAll("\n", "<br>")}</blockquote>`;
  if ("button" in block) return `<p><a href="${escape(block.url)}">${escape(block.button)}</a></p>`;
  const rows = Object.entries(block.facts).map(([name, value]) => `<li>${escape(name)}: ${escape(value)}</li>`);
  return `<ul>${rows.join("")}</ul>`;
}
