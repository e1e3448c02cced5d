/** An image in a message. */
export interface MessageImage {
  /** URL of the full image. */
  readonly href: string;
  /** URL of the thumbnail. */
  readonly thumbnail: string;
  readonly name: string;
}

/** Matches the images in messages. */
export const MESSAGE_IMAGE_SELECTOR =
  ".message_inline_image:not(.youtube-video, .embed-video, .message_inline_video) img";

/**
 * Returns all images in the message list that contains the given image, and the index of the given image among them.
 */
export function surroundingImages(image: HTMLImageElement): {
  readonly pictures: readonly MessageImage[];
  readonly first: number;
} {
  const list = image.closest("[role=log]");
  const images = [...(list?.querySelectorAll<HTMLImageElement>(MESSAGE_IMAGE_SELECTOR) ?? [])];
  const all = images.includes(image) ? images : [image];
  return { pictures: all.map(toMessageImage), first: all.indexOf(image) };
}

function toMessageImage(image: HTMLImageElement): MessageImage {
  const link = image.closest("a");
  const href = link?.href ?? image.src;
  const name = link?.title ?? "";
  return { href, thumbnail: image.src, name: name === "" ? decodeURIComponent(href.split("/").at(-1) ?? "") : name };
}
