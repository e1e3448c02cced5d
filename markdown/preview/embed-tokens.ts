import type { StateCore, Token } from "markdown-it";
import type { Embed } from "../render-types.ts";

type Attributes = [string, string][];

/** Characters that could end a quoted URL in a style sheet, or have a special meaning there. */
const NOT_IN_CSS = /["'()\\<>\s\p{Cc}]/gu;

/** Returns the preview of a linked page: its metadata or, for a page with a video, a picture that starts the video. */
export function embedTokens(
  state: StateCore,
  href: string,
  embed: Embed,
  sourceOf: (url: string) => string = (url) => url,
): Token[] {
  const image = sourceOf(embed.image);
  return embed.player === undefined ? page(state, href, embed, image) : video(state, href, embed, image);
}

function page(state: StateCore, href: string, { title, description }: Embed, image: string): Token[] {
  const picture = inside(state, "a", [
    ["class", "message_embed_image"],
    ["href", href],
    ["style", `background-image: url("${inCss(image)}")`],
  ]);
  const link: Attributes = [
    ["href", href],
    ["title", title],
  ];
  const heading = title === "" ? [] : div(state, "message_embed_title", inside(state, "a", link, [text(state, title)]));
  const summary = description === "" ? [] : div(state, "message_embed_description", [text(state, description)]);
  return div(state, "message_embed", [...picture, ...div(state, "data-container", [...heading, ...summary])]);
}

function video(state: StateCore, href: string, { title, player = "" }: Embed, image: string): Token[] {
  const link: Attributes = [
    ["data-id", player],
    ["href", href],
    ...(title === "" ? [] : ([["title", title]] as Attributes)),
  ];
  const picture = new state.Token("picture", "img", 0);
  picture.attrs = [["src", image]];
  return div(state, "embed-video message_inline_image", inside(state, "a", link, [picture]));
}

const div = (state: StateCore, className: string, content: readonly Token[]): Token[] =>
  inside(state, "div", [["class", className]], content);

function inside(state: StateCore, tag: string, attributes: Attributes, content: readonly Token[] = []): Token[] {
  const opening = new state.Token("embed_open", tag, 1);
  opening.attrs = attributes;
  return [opening, ...content, new state.Token("embed_close", tag, -1)];
}

function text(state: StateCore, content: string): Token {
  const token = new state.Token("text", "", 0);
  token.content = content;
  return token;
}

const inCss = (url: string): string =>
  url.replace(NOT_IN_CSS, (character) => encodeURIComponent(character).replace(/['()]/g, percent));

const percent = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
