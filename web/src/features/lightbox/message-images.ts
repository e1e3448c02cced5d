/** A picture in a message. */
export interface Picture {
  /** Where it is in full. */
  readonly href: string;
  /** Where a smaller one is. */
  readonly small: string;
  readonly name: string;
}

/** The pictures in messages. */
export const PICTURES = ".message_inline_image:not(.youtube-video, .embed-video, .message_inline_video) img";

/** The pictures of the list of messages that one is in, in their order, and which of them it is. */
export function picturesAround(image: HTMLImageElement): {
  readonly pictures: readonly Picture[];
  readonly first: number;
} {
  const list = image.closest("[role=log]");
  const images = [...(list?.querySelectorAll<HTMLImageElement>(PICTURES) ?? [])];
  const all = images.includes(image) ? images : [image];
  return { pictures: all.map(pictureOf), first: all.indexOf(image) };
}

function pictureOf(image: HTMLImageElement): Picture {
  const link = image.closest("a");
  const href = link?.href ?? image.src;
  const name = link?.title ?? "";
  return { href, small: image.src, name: name === "" ? decodeURIComponent(href.split("/").at(-1) ?? "") : name };
}
