import { createTextToken, Token, type Attributes } from "../token.ts";
import type { Embed } from "../render-types.ts";

/** Characters that could end a quoted URL in a style sheet, or have a special meaning there. */
const NOT_IN_CSS = /["'()\\<>\s\p{Cc}]/gu;

/** Returns the preview of a linked page: its metadata or, for a page with a video, a picture that starts the video. */
export function embedTokens(href: string, embed: Embed, sourceOf: (url: string) => string = (url) => url): Token[] {
  const image = sourceOf(embed.image);
  return embed.player === undefined ? page(href, embed, image) : video(href, embed, image);
}

function page(href: string, { title, description }: Embed, image: string): Token[] {
  const picture = inside("a", [
    ["class", "message_embed_image"],
    ["href", href],
    ["style", `background-image: url("${inCss(image)}")`],
  ]);
  const link: Attributes = [
    ["href", href],
    ["title", title],
  ];
  const heading = title === "" ? [] : div("message_embed_title", inside("a", link, [createTextToken(title)]));
  const summary = description === "" ? [] : div("message_embed_description", [createTextToken(description)]);
  return div("message_embed", [...picture, ...div("data-container", [...heading, ...summary])]);
}

function video(href: string, { title, player = "" }: Embed, image: string): Token[] {
  const link: Attributes = [["data-id", player], ["href", href], ...(title === "" ? [] : [["title", title] as const])];
  const picture = new Token("picture", "img", 0);
  picture.attributes = [["src", image]];
  return div("embed-video message_inline_image", inside("a", link, [picture]));
}

const div = (className: string, content: readonly Token[]): Token[] => inside("div", [["class", className]], content);

function inside(tag: string, attributes: Attributes, content: readonly Token[] = []): Token[] {
  const opening = new Token("embed_open", tag, 1);
  opening.attributes = attributes;
  return [opening, ...content, new Token("embed_close", tag, -1)];
}

const inCss = (url: string): string =>
  url.replace(NOT_IN_CSS, (character) => encodeURIComponent(character).replace(/['()]/g, percent));

const percent = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
