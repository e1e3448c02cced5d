// Prepares the images, videos and audio in a message's HTML. This happens in an inert document, in which nothing is
// loaded.
import { isPlayerUrl, playerUrl } from "@parlance/markdown/preview/video-players.ts";

export interface MediaWords {
  readonly imageLabel: (name: string) => string;
  readonly videoLabel: (name: string) => string;
}

/** Prepares all images, videos and audio of a message. */
export function prepareMedia(body: HTMLElement, words: MediaWords): void {
  for (const box of body.querySelectorAll(".youtube-video, .embed-video")) prepareVideo(box, words);
  for (const player of body.querySelectorAll<HTMLMediaElement>("audio, video")) preparePlayer(player);
  for (const image of body.querySelectorAll("img")) prepareImage(image, words);
  for (const picture of body.querySelectorAll<HTMLElement>(".message_embed_image")) prepareEmbed(picture);
}

/**
 * Returns true if the page may load a URL: from its own server, or from another server over HTTPS. Images with other
 * URLs are replaced with links, or removed.
 */
const canLoad = (address: string): boolean => {
  const url = URL.parse(address, location.href);
  return url !== null && (url.origin === location.origin || url.protocol === "https:");
};

/**
 * Returns true if a URL is on the organization's own server. Audio and video from other sites are not played in the
 * page, because these sites would learn who views the message.
 */
const isSameOrigin = (address: string): boolean => URL.parse(address, location.href)?.origin === location.origin;

function prepareImage(image: HTMLImageElement, words: MediaWords): void {
  if (!canLoad(image.getAttribute("src") ?? "")) return replaceWithLink(image);
  image.loading = "lazy";
  image.decoding = "async";
  if (image.classList.contains("emoji")) return;
  const link = image.closest("a");
  // The image in a link to a video player needs no text, because the link is already labeled.
  image.alt = link?.dataset["player"] === undefined ? words.imageLabel(link?.title ?? "") : "";
  // The size is set so that nothing moves when the image has loaded.
  const [width, height] = (image.dataset["originalDimensions"] ?? "").split("x").map(Number);
  if (width && height) {
    image.width = width;
    image.height = height;
  }
}

/**
 * Prepares the image of a link preview. The image cannot be focused and is hidden from screen readers, because the link
 * next to it leads to the same page.
 */
function prepareEmbed(picture: HTMLElement): void {
  const [, address = ""] = /url\("([^"]*)"\)/.exec(picture.dataset["style"] ?? "") ?? [];
  if (!canLoad(address)) return picture.remove();
  picture.setAttribute("tabindex", "-1");
  picture.setAttribute("aria-hidden", "true");
}

/** Prepares a video from another site. If it is a site whose player the page may embed, a click opens the player. */
function prepareVideo(box: Element, words: MediaWords): void {
  const link = box.querySelector("a");
  if (!link) return;
  const id = link.dataset["id"] ?? "";
  const player = box.classList.contains("youtube-video") ? playerUrl(id) : playerAddress(id);
  if (player === null || !isPlayerUrl(player)) return;
  link.dataset["player"] = player;
  link.setAttribute("aria-label", words.videoLabel(link.title));
}

/** Returns the URL of the frame in HTML that the server rendered, or null if there is none. */
function playerAddress(frame: string): string | null {
  const inert = new DOMParser().parseFromString(frame, "text/html");
  return inert.querySelector("iframe")?.getAttribute("src") ?? null;
}

function preparePlayer(player: HTMLMediaElement): void {
  if (!isSameOrigin(player.getAttribute("src") ?? "")) return replaceWithLink(player);
  player.setAttribute("controls", "");
  const link = player.closest("a");
  if (!link) return;
  // The link around the player is removed, because it would open when the user clicks on the player's controls.
  player.title = link.title;
  link.replaceWith(player);
}

/** Replaces an image, a video or audio that the page must not load with a link. */
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
