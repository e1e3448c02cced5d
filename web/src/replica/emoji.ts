/** The emoji of code points in hex that are joined by dashes. */
export const emojiOf = (code: string): string =>
  String.fromCodePoint(...code.split("-").map((point) => Number.parseInt(point, 16)));
