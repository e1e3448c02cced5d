// Prepares images, video and audio in a message's HTML, in an inert document in which nothing loads.
import { isPlayerUrl, playerUrl } from "@parlance/markdown/preview/video-players.ts";

export interface MediaWords {
  readonly imageLabel: (name: string) => string;
  readonly videoLabel: (name: string) => string;
}

/** Prepares everything that a message displays or plays. */
export function prepareMedia(body: HTMLElement, words: MediaWords): void {
  for (const box of body.querySelectorAll(".youtube-video, .embed-video")) prepareVideo(box, words);
  for (const player of body.querySelectorAll<HTMLMediaElement>("audio, video")) preparePlayer(player);
  for (const image of body.querySelectorAll("img")) prepareImage(image, words);
  for (const picture of body.querySelectorAll<HTMLElement>(".message_embed_image")) prepareEmbed(picture);
}

/**
 * Whether the page may load a URL: from its own server, or from others over HTTPS. Anything else is shown as a link.
 */
const canLoad = (address: string): boolean => {
  const url = URL.parse(address, location.href);
  return url !== null && (url.origin === location.origin || url.protocol === "https:");
};

/**
 * Whether a URL is on the organization's own server. Audio and video are played only from there: other sites must not
 * learn who views a message unless the user opens their link.
 */
const isSameOrigin = (address: string): boolean => URL.parse(address, location.href)?.origin === location.origin;

function prepareImage(image: HTMLImageElement, words: MediaWords): void {
  if (!canLoad(image.getAttribute("src") ?? "")) return replaceWithLink(image);
  image.loading = "lazy";
  image.decoding = "async";
  if (image.classList.contains("emoji")) return;
  const link = image.closest("a");
  // The label of the link to a video player already describes its image.
  image.alt = link?.dataset["player"] === undefined ? words.imageLabel(link?.title ?? "") : "";
  // Reserves the image's space before it is loaded.
  const [width, height] = (image.dataset["originalDimensions"] ?? "").split("x").map(Number);
  if (width && height) {
    image.width = width;
    image.height = height;
  }
}

/**
 * Prepares the image of a link preview. It is hidden from the keyboard and screen readers, because the link next to it
 * has the same target.
 */
function prepareEmbed(picture: HTMLElement): void {
  const [, address = ""] = /url\("([^"]*)"\)/.exec(picture.dataset["style"] ?? "") ?? [];
  if (!canLoad(address)) return picture.remove();
  picture.setAttribute("tabindex", "-1");
  picture.setAttribute("aria-hidden", "true");
}

/** Prepares a video from another site: a click opens its player, if it is one that the page may embed. */
function prepareVideo(box: Element, words: MediaWords): void {
  const link = box.querySelector("a");
  if (!link) return;
  const id = link.dataset["id"] ?? "";
  const player = box.classList.contains("youtube-video") ? playerUrl(id) : playerAddress(id);
  if (player === null || !isPlayerUrl(player)) return;
  link.dataset["player"] = player;
  link.setAttribute("aria-label", words.videoLabel(link.title));
}

/** Returns the URL of the frame that the server rendered. */
function playerAddress(frame: string): string | null {
  const inert = new DOMParser().parseFromString(frame, "text/html");
  return inert.querySelector("iframe")?.getAttribute("src") ?? null;
}

function preparePlayer(player: HTMLMediaElement): void {
  if (!isSameOrigin(player.getAttribute("src") ?? "")) return replaceWithLink(player);
  player.setAttribute("controls", "");
  const link = player.closest("a");
  if (!link) return;
  // Clicks on the player are handled by the player itself.
  player.title = link.title;
  link.replaceWith(player);
}

/** Replaces media that the page does not load with a link. */
function replaceWithLink(media: HTMLElement): void {
  const box = media.closest(".message_inline_image");
  const around = media.closest("a");
  const href = around?.getAttribute("href") ?? media.getAttribute("src") ?? "";
  if (!/^https?:/.test(href)) return media.remove();
  const link = media.ownerDocument.createElement("a");
  link.setAttribute("href", href);
  const title = around?.title || media.title;
  link.textContent = title === "" ? href : title;
  (box ?? around ?? media).replaceWith(link);
}
