import type { Renderer, Token } from "markdown-it";

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeText(text: string): string {
  return /[&<>]/.test(text) ? text.replace(/[&<>]/g, (character) => ESCAPES[character] ?? "") : text;
}

/** Also escapes quotes, as the highlighters of code do. */
function escapeCode(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
}

/** Teaches a renderer how the dialect's HTML is written. */
export function writeDialect(renderer: Renderer): void {
  renderer.rules = {
    text: (tokens, index) => escapeText(tokens[index]?.content ?? ""),
    entity: (tokens, index) => tokens[index]?.content ?? "",
    code_inline: (tokens, index) => `<code>${escapeText(tokens[index]?.content ?? "")}</code>`,
    line_break: () => "<br>\n",
    code_block: codeBlock,
    spoiler_open: () => '<div class="spoiler-block"><div class="spoiler-header">\n',
    spoiler_content: () => '</div><div class="spoiler-content" aria-hidden="true">\n',
    spoiler_close: () => "</div></div>\n",
  };
  renderer.renderToken = (tokens, index) => tagOf(renderer, tokens, index);

  function codeBlock(tokens: Token[], index: number): string {
    const { content = "", info = "" } = tokens[index] ?? {};
    const code = content.endsWith("\n") ? content : `${content}\n`;
    const language = renderer.renderAttrs({ attrs: info === "" ? null : [["data-code-language", info]] });
    return `<div class="codehilite"${language}><pre><span></span><code>${escapeCode(code)}</code></pre></div>\n`;
  }
}

/** A tag; behind a block there is a line break, and before a block that is the first thing in another. */
function tagOf(renderer: Renderer, tokens: readonly Token[], index: number): string {
  const token = tokens[index];
  if (!token || token.hidden) return "";
  if (token.nesting < 0) return `</${token.tag}>${token.block ? "\n" : ""}`;
  const tag = `<${token.tag}${renderer.renderAttrs(token)}>`;
  return token.block && (token.nesting === 0 || startsWithBlock(tokens, index)) ? `${tag}\n` : tag;
}

function startsWithBlock(tokens: readonly Token[], index: number): boolean {
  const next = tokens[index + 1];
  return next !== undefined && next.type !== "inline" && !next.hidden && next.nesting >= 0;
}
