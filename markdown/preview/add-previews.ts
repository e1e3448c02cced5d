import type { RenderContext } from "../render-context.ts";
import type { Token } from "../token.ts";
import type { RenderFindings } from "../render-findings.ts";
import { type TextLink, findTextLinks } from "./text-links.ts";
import { embedTokens } from "./embed-tokens.ts";
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
export function addPreviews(tokens: Token[], { lookups, findings }: RenderContext): Token[] {
  if (findings.linkCount === 0 || findings.linkCount > MAX_LINKS) return tokens;
  const result = lookups.showPreviews ? new Previewer(findings).run(tokens) : [...tokens];
  for (const href of findPageLinks(findings.links, lookups)) {
    const embed = lookups.embeds?.get(href);
    if (embed) result.push(...embedTokens(href, embed, lookups.externalSource));
  }
  return result;
}

class Previewer {
  readonly #findings: RenderFindings;
  readonly #shown = new Set<string>();
  readonly #result: Token[] = [];
  readonly #atEnd: Token[] = [];
  /** For each open list item (outermost first), the previews that are added at its end. */
  readonly #items: Token[][] = [];
  #quoteDepth = 0;

  constructor(findings: RenderFindings) {
    this.#findings = findings;
  }

  run(tokens: readonly Token[]): Token[] {
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
    const links = findTextLinks(text.children);
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
    const shown = findTextLinks(text.children).filter((link) => this.#preview(link, previews));
    const isAlone = ({ start, end }: TextLink) => text.children.length === end - start;
    return replacesText && shown.some((link) => link.text === link.href && isAlone(link));
  }

  #targetFor(closing: Token): PreviewTarget {
    if (closing.type !== "paragraph_close") return { previews: this.#atEnd, replacesText: false };
    return { previews: (closing.hidden ? this.#items.at(-1) : undefined) ?? [], replacesText: true };
  }

  /** Adds the preview of a link, if it has one. Returns whether the preview may replace the link's text. */
  #preview(link: TextLink, target: Token[]): boolean {
    if (this.#shown.has(link.href)) return false;
    const media = this.#findings.mediaAt(link.href);
    if (!media || media.kind === "audio") return false;
    this.#shown.add(link.href);
    const isHosted = media.kind === "hosted video";
    (isHosted ? this.#atEnd : target).push(...previewTokens(link, media));
    return !isHosted;
  }

  #isSound(href: string): boolean {
    return this.#findings.mediaAt(href)?.kind === "audio";
  }

  #playInPlace(text: Token, link: TextLink): void {
    text.children = text.children.toSpliced(link.start, link.end - link.start, audioToken(link));
  }
}
