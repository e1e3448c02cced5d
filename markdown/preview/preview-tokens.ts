import { Token, type Attributes } from "../token.ts";
import type { TextLink } from "./text-links.ts";
import { type ImageUpload, type LinkedMedia, findUploadPath } from "./linked-media.ts";

const LOADING = "image-loading-placeholder";
const PLACEHOLDER = "/static/images/loading/loader-black.svg";
const THUMBNAILS = "/user_uploads/thumbnail";

/**
 * Returns whether rendered HTML contains a placeholder for a thumbnail that is not ready yet. Users cannot write such a
 * placeholder, because `<` in their text is escaped.
 */
export const hasThumbnailPlaceholder = (html: string): boolean => html.includes(`<img class="${LOADING}"`);

/** Returns the preview of a linked picture or video. */
export function previewTokens(link: TextLink, media: Exclude<LinkedMedia, { kind: "audio" }>): Token[] {
  const { href, text } = link;
  const title: Attributes = text === href ? [] : [["title", text]];
  if (media.kind === "hosted video") {
    const attributes: Attributes = [
      ["data-id", media.id],
      ["href", href],
    ];
    return box("youtube-video message_inline_image", attributes, image([["src", media.source]]));
  }
  if (media.kind === "video") {
    const opening = new Token("video_open", "video", 1);
    opening.attributes = [
      ["preload", "metadata"],
      ["src", media.source],
    ];
    const video = [opening, new Token("video_close", "video", -1)];
    return box("message_inline_image message_inline_video", [["href", href], ...title], video);
  }
  const attributes: Attributes = media.upload ? uploadedImage(href, media.upload) : [["src", media.source]];
  return box("message_inline_image", [["href", href], ...title], image(attributes));
}

/** Returns the player for a sound. It replaces the link to the sound. */
export function audioToken({ href, text }: TextLink): Token {
  const token = new Token("audio", "audio", 0);
  token.attributes = [["preload", "metadata"], ["src", href], ...(text === href ? [] : [["title", text] as const])];
  return token;
}

function box(className: string, link: Attributes, content: Token[]): Token[] {
  const outer = new Token("preview_open", "div", 1);
  outer.attributes = [["class", className]];
  const inner = new Token("a_open", "a", 1);
  inner.attributes = link;
  return [outer, inner, ...content, new Token("a_close", "a", -1), new Token("preview_close", "div", -1)];
}

function image(attributes: Attributes): Token[] {
  const token = new Token("picture", "img", 0);
  token.attributes = attributes;
  return [token];
}

/**
 * Returns the attributes of an uploaded image. If its thumbnail does not exist yet, they are those of a loading
 * placeholder.
 */
function uploadedImage(href: string, upload: ImageUpload): Attributes {
  const { contentType, width, height, isAnimated, hasThumbnail, transcoded } = upload;
  const original: Attributes = [
    ["data-original-content-type", contentType],
    ["data-original-dimensions", `${width}x${height}`],
  ];
  if (!hasThumbnail) return [["class", LOADING], ...original, ["src", PLACEHOLDER]];
  return [
    ...(isAnimated ? [["data-animated", "true"] as const] : []),
    ...original,
    ...(transcoded === undefined ? [] : [["data-transcoded-image", transcoded] as const]),
    ["src", `${THUMBNAILS}/${findUploadPath(href) ?? ""}/840x560${isAnimated ? "-anim" : ""}.webp`],
  ];
}
