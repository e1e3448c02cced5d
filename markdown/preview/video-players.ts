// The players of other sites' videos. A client may show only these in a frame.

/**
 * Host of YouTube's player. The player's URL follows from the id in the video's URL; other sites have to be asked for
 * it.
 */
const VIDEO_HOST = "www.youtube-nocookie.com";

/** Hosts whose players may be shown in a frame, only over HTTPS. */
export const playerHosts: readonly string[] = [
  VIDEO_HOST,
  "player.vimeo.com",
  "www.dailymotion.com",
  "geo.dailymotion.com",
  "embed.ted.com",
  "www.loom.com",
];

/** Returns the URL of the player for the YouTube video with this id. */
export const playerUrl = (videoId: string): string => `https://${VIDEO_HOST}/embed/${encodeURIComponent(videoId)}`;

/** Returns whether this is the URL of a player that may be shown in a frame. */
export function isPlayerUrl(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === "https:" && playerHosts.includes(url.host);
}
