import { highlight, type CodeToken } from "./code/highlight.ts";
import type { RenderContext } from "./render-context.ts";
import { typeset, computeFormulaWeight } from "./formula.ts";
import type { Attributes, Token } from "./token.ts";

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for HTML, outside of attributes. */
export function escapeText(text: string): string {
  return /[&<>]/.test(text) ? text.replace(/[&<>]/g, (character) => ESCAPES[character] ?? "") : text;
}

/** Escapes text for HTML, including quotes, as code highlighters do. */
function escapeCode(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
}

function escapeAttribute(text: string): string {
  return /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? "") : text;
}

/** Writes the HTML of tokens. */
export function toHtml(tokens: readonly Token[], context: RenderContext): string {
  let html = "";
  for (const [index, token] of tokens.entries()) html += writeToken(tokens, index, token, context);
  return html;
}

function writeToken(tokens: readonly Token[], index: number, token: Token, context: RenderContext): string {
  switch (token.type) {
    case "inline":
      return toHtml(token.children, context);
    case "text":
      return isIndent(tokens, index) ? "" : escapeText(token.content);
    case "entity":
      return token.content;
    case "code_inline":
      return `<code>${escapeText(token.content)}</code>`;
    case "audio":
      return `<audio controls${attributesOf(token.attributes)}></audio>`;
    case "line_break":
      return "<br>\n";
    case "code_block":
      return codeBlock(token, context);
    case "formula":
      return formula(token.content, false, context);
    case "display_formula":
      return (index > 0 ? "\n\n" : "") + formula(token.content, true, context);
    case "spoiler_open":
      return '<div class="spoiler-block"><div class="spoiler-header">\n';
    case "spoiler_content":
      return '</div><div class="spoiler-content" aria-hidden="true">\n';
    case "spoiler_close":
      return "</div></div>\n";
    default:
      return tagOf(tokens, index, token);
  }
}

function attributesOf(attributes: Attributes): string {
  let html = "";
  for (const [name, value] of attributes) html += ` ${name}="${escapeAttribute(value)}"`;
  return html;
}

/** Returns whether a token is whitespace between the start of a line and an element. */
function isIndent(tokens: readonly Token[], index: number): boolean {
  if (tokens[index - 1]?.type !== "line_break" || tokens[index + 1]?.type === "entity") return false;
  return tokens[index]?.content.trim() === "";
}

function codeBlock({ content, info }: Token, context: RenderContext): string {
  const code = content.endsWith("\n") ? content : `${content}\n`;
  const language = attributesOf(info === "" ? [] : [["data-code-language", info]]);
  const tokens = highlight(code, info, (length) => context.consumeCodeLine(length));
  const html = tokens ? tokens.map(codeToken).join("") : escapeCode(code);
  return `<div class="codehilite"${language}><pre><span></span><code>${html}</code></pre></div>\n`;
}

const codeToken = ({ text, className }: CodeToken): string =>
  className === "" ? escapeCode(text) : `<span class="${className}">${escapeCode(text)}</span>`;

/**
 * Typesets a formula. Returns its source, marked as an error, if it cannot be typeset or the message contains too many
 * formulas.
 */
function formula(text: string, isDisplayed: boolean, context: RenderContext): string {
  context.assertTimeLeft();
  const weight = computeFormulaWeight(text);
  if (weight <= context.formulaWeight) {
    context.formulaWeight -= weight;
    const html = typeset(text, isDisplayed, weight);
    if (html !== null) return html;
  }
  return `<span class="tex-error">${escapeText(isDisplayed ? text : `$$${text}$$`)}</span>`;
}

/** Writes a tag. Adds a line break after a block, and before a block that is the first child of another block. */
function tagOf(tokens: readonly Token[], index: number, token: Token): string {
  if (token.hidden) return "";
  if (token.nesting < 0) return `</${token.tag}>${token.block ? "\n" : ""}`;
  const tag = `<${token.tag}${attributesOf(token.attributes)}>`;
  return token.block && (token.nesting === 0 || startsWithBlock(tokens, index)) ? `${tag}\n` : tag;
}

function startsWithBlock(tokens: readonly Token[], index: number): boolean {
  const next = tokens[index + 1];
  return next !== undefined && next.type !== "inline" && !next.hidden && next.nesting >= 0;
}
