import type { StateCore, Token } from "markdown-it";
import { renderContext } from "../render-context.ts";
import { type TextLink, findTextLinks } from "./text-links.ts";
import { embedTokens } from "./embed-tokens.ts";
import { findLinkedMedia } from "./linked-media.ts";
import { MAX_LINKS, findPageLinks } from "./page-links.ts";
import { audioToken, previewTokens } from "./preview-tokens.ts";

/** Where the previews of a text's links are added. */
interface PreviewTarget {
  readonly previews: Token[];
  /** Whether the previews replace the text if it is nothing but a URL. */
  readonly replacesText: boolean;
}

/**
 * Adds previews of linked pictures, videos and pages, and replaces links to sounds with players. Links in quotes are
 * ignored, and a message with too many links gets no previews. Each picture or video is shown once: after the paragraph
 * or at the end of the list item. Videos of a video site and links in other blocks are shown at the end of the message,
 * and pages after them.
 */
export function addPreviews(state: StateCore): void {
  const { lookups, findings } = renderContext(state.env);
  if (findings.linkCount === 0 || findings.linkCount > MAX_LINKS) return;
  if (lookups.showPreviews) state.tokens = new Previewer(state).run();
  for (const href of findPageLinks(findings.links, lookups)) {
    const embed = lookups.embeds?.get(href);
    if (embed) state.tokens.push(...embedTokens(state, href, embed, lookups.externalSource));
  }
}

class Previewer {
  readonly #state: StateCore;
  readonly #shown = new Set<string>();
  readonly #result: Token[] = [];
  readonly #atEnd: Token[] = [];
  /** For each open list item (outermost first), the previews that are added at its end. */
  readonly #items: Token[][] = [];
  #quoteDepth = 0;

  constructor(state: StateCore) {
    this.#state = state;
  }

  run(): Token[] {
    const { tokens } = this.#state;
    for (let index = 0; index < tokens.length; index++) {
      const token = tokens[index] as Token;
      if (token.type === "list_item_open") this.#items.push([]);
      else if (token.type === "list_item_close") this.#result.push(...(this.#items.pop() ?? []));
      else if (token.type === "blockquote_open") this.#quoteDepth++;
      else if (token.type === "blockquote_close") this.#quoteDepth--;
      this.#result.push(token);
      if (token.type === "inline" && this.#quoteDepth === 0) index += this.#previewText(token, tokens[index + 1]);
    }
    return [...this.#result, ...this.#atEnd];
  }

  /** Adds the previews of a text's links. Returns the number of tokens after the text that were already processed. */
  #previewText(text: Token, closing: Token | undefined): number {
    const links = findTextLinks(text.children ?? []);
    if (links.length === 0 || !closing) return 0;
    const target = this.#targetFor(closing);
    const isReplaced = this.#previewLinks(text, links, target);
    if (closing.type !== "paragraph_close") return 0;
    if (isReplaced && closing.hidden) text.children = [];
    else if (isReplaced) this.#result.splice(-2);
    else this.#result.push(closing);
    if (!closing.hidden) this.#result.push(...target.previews);
    return 1;
  }

  /** Adds the previews of links. Returns whether they replace the text. */
  #previewLinks(text: Token, links: readonly TextLink[], { previews, replacesText }: PreviewTarget): boolean {
    for (const link of links.toReversed().filter(({ href }) => this.#isSound(href))) this.#playInPlace(text, link);
    const shown = findTextLinks(text.children ?? []).filter((link) => this.#preview(link, previews));
    const isAlone = ({ start, end }: TextLink) => text.children?.length === end - start;
    return replacesText && shown.some((link) => link.text === link.href && isAlone(link));
  }

  #targetFor(closing: Token): PreviewTarget {
    if (closing.type !== "paragraph_close") return { previews: this.#atEnd, replacesText: false };
    return { previews: (closing.hidden ? this.#items.at(-1) : undefined) ?? [], replacesText: true };
  }

  /** Adds the preview of a link, if it has one. Returns whether the preview may replace the link's text. */
  #preview(link: TextLink, target: Token[]): boolean {
    if (this.#shown.has(link.href)) return false;
    const media = findLinkedMedia(link.href, renderContext(this.#state.env).lookups);
    if (!media || media.kind === "audio") return false;
    this.#shown.add(link.href);
    const isHosted = media.kind === "hosted video";
    (isHosted ? this.#atEnd : target).push(...previewTokens(this.#state, link, media));
    return !isHosted;
  }

  #isSound(href: string): boolean {
    return findLinkedMedia(href, renderContext(this.#state.env).lookups)?.kind === "audio";
  }

  #playInPlace(text: Token, link: TextLink): void {
    text.children?.splice(link.start, link.end - link.start, audioToken(this.#state, link));
  }
}
