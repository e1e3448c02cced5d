const wordmark = (colour: string): Buffer =>
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 64" width="320" height="64">' +
      `<g fill="${colour}"><path d="M8 10h44a6 6 0 0 1 6 6v24a6 6 0 0 1-6 6H26L14 56V46H8a6 6 0 0 1-6-6V16a6 6 0 0 1 6-6z"/>` +
      '<text x="72" y="44" font-family="sans-serif" font-size="36" font-weight="600">Parlance</text></g></svg>',
  );

/** The server's own logo, for light surroundings and for dark ones. */
export const dayLogo = wordmark("#2b3a55");
export const nightLogo = wordmark("#e8ecf4");
