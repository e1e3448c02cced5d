import type { Env, Renderer, Token } from "markdown-it";
import { highlight, type CodeToken } from "./code/highlight.ts";
import { renderContext } from "./render-context.ts";
import { typeset, computeFormulaWeight } from "./formula.ts";

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

/** Escapes text for HTML, including quotes, as code highlighters do. */
function escapeCode(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
}

/** Configures a renderer to write the HTML of our dialect. */
export function addRenderRules(renderer: Renderer): void {
  renderer.rules = {
    text: (tokens, index) => (isIndent(tokens, index) ? "" : escapeText(tokens[index]?.content ?? "")),
    entity: (tokens, index) => tokens[index]?.content ?? "",
    code_inline: (tokens, index) => `<code>${escapeText(tokens[index]?.content ?? "")}</code>`,
    audio: (tokens, index) => `<audio controls${renderer.renderAttrs(tokens[index] ?? { attrs: null })}></audio>`,
    line_break: () => "<br>\n",
    code_block: (tokens, index, _options, env = {}) => codeBlock(renderer, tokens[index], env),
    formula: (tokens, index, _options, env = {}) => formula(tokens[index]?.content ?? "", false, env),
    display_formula: (tokens, index, _options, env = {}) =>
      (index > 0 ? "\n\n" : "") + formula(tokens[index]?.content ?? "", true, env),
    spoiler_open: () => '<div class="spoiler-block"><div class="spoiler-header">\n',
    spoiler_content: () => '</div><div class="spoiler-content" aria-hidden="true">\n',
    spoiler_close: () => "</div></div>\n",
  };
  renderer.renderToken = (tokens, index) => tagOf(renderer, tokens, index);
}

/** Returns whether a token is whitespace between the start of a line and an element. */
function isIndent(tokens: readonly Token[], index: number): boolean {
  if (tokens[index - 1]?.type !== "line_break" || tokens[index + 1]?.type === "entity") return false;
  return tokens[index]?.content.trim() === "";
}

function codeBlock(renderer: Renderer, token: Token | undefined, env: Env): string {
  const { content = "", info = "" } = token ?? {};
  const code = content.endsWith("\n") ? content : `${content}\n`;
  const language = renderer.renderAttrs({ attrs: info === "" ? null : [["data-code-language", info]] });
  const context = renderContext(env);
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
function formula(text: string, isDisplayed: boolean, env: Env): string {
  const context = renderContext(env);
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
