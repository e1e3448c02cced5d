// Makes pictures, videos and sounds in a message's HTML ready for the page, where nothing in it loads yet.
import { isPlayerUrl, playerUrl } from "@parlance/markdown/preview/video-players.ts";

export interface MediaWords {
  readonly imageLabel: (name: string) => string;
  readonly videoLabel: (name: string) => string;
}

/** Prepares all that a message shows or plays. */
export function prepareMedia(body: HTMLElement, words: MediaWords): void {
  for (const box of body.querySelectorAll(".youtube-video, .embed-video")) prepareVideo(box, words);
  for (const player of body.querySelectorAll<HTMLMediaElement>("audio, video")) preparePlayer(player);
  for (const image of body.querySelectorAll("img")) prepareImage(image, words);
  for (const picture of body.querySelectorAll<HTMLElement>(".message_embed_image")) prepareEmbed(picture);
}

/** The page loads pictures of its own server, and of others where they come encrypted; all else is a link. */
const canLoad = (address: string): boolean => {
  const url = URL.parse(address, location.href);
  return url !== null && (url.origin === location.origin || url.protocol === "https:");
};

/** Sounds and videos are played from the organization's own server alone: other sites hear of who presses their links. */
const isSameOrigin = (address: string): boolean => URL.parse(address, location.href)?.origin === location.origin;

function prepareImage(image: HTMLImageElement, words: MediaWords): void {
  if (!canLoad(image.getAttribute("src") ?? "")) return replaceWithLink(image);
  image.loading = "lazy";
  image.decoding = "async";
  if (image.classList.contains("emoji")) return;
  const link = image.closest("a");
  // What a player's link says covers its picture.
  image.alt = link?.dataset["player"] === undefined ? words.imageLabel(link?.title ?? "") : "";
  // The room for the picture is there before it is.
  const [width, height] = (image.dataset["originalDimensions"] ?? "").split("x").map(Number);
  if (width && height) {
    image.width = width;
    image.height = height;
  }
}

/** The picture of a page: the link beside it leads there as well, for keys and screen readers. */
function prepareEmbed(picture: HTMLElement): void {
  const [, address = ""] = /url\("([^"]*)"\)/.exec(picture.dataset["style"] ?? "") ?? [];
  if (!canLoad(address)) return picture.remove();
  picture.setAttribute("tabindex", "-1");
  picture.setAttribute("aria-hidden", "true");
}

/** A video of another site: pressed, its player comes, if it is one that the page may show. */
function prepareVideo(box: Element, words: MediaWords): void {
  const link = box.querySelector("a");
  if (!link) return;
  const id = link.dataset["id"] ?? "";
  const player = box.classList.contains("youtube-video") ? playerUrl(id) : playerAddress(id);
  if (player === null || !isPlayerUrl(player)) return;
  link.dataset["player"] = player;
  link.setAttribute("aria-label", words.videoLabel(link.title));
}

/** The address in a frame that the server wrote. */
function playerAddress(frame: string): string | null {
  const inert = new DOMParser().parseFromString(frame, "text/html");
  return inert.querySelector("iframe")?.getAttribute("src") ?? null;
}

function preparePlayer(player: HTMLMediaElement): void {
  if (!isSameOrigin(player.getAttribute("src") ?? "")) return replaceWithLink(player);
  player.setAttribute("controls", "");
  const link = player.closest("a");
  if (!link) return;
  // Presses on the player are the player's own.
  player.title = link.title;
  link.replaceWith(player);
}

/** Puts a link in the place of something that the page does not load. */
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
