// Players for videos of other sites: the only list of what a client may show in a frame.

/** Host that plays the videos whose URLs alone identify them. */
const VIDEO_HOST = "www.youtube-nocookie.com";

/** Hosts whose players may be shown within a client, always over HTTPS. */
export const playerHosts: readonly string[] = [
  VIDEO_HOST,
  "player.vimeo.com",
  "www.dailymotion.com",
  "geo.dailymotion.com",
  "embed.ted.com",
  "www.loom.com",
];

/** Returns the URL of the player for a video by its id, if the video's URL alone identifies it. */
export const playerUrl = (videoId: string): string => `https://${VIDEO_HOST}/embed/${encodeURIComponent(videoId)}`;

/** Whether this is the URL of a player that may be shown. */
export function isPlayerUrl(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === "https:" && playerHosts.includes(url.host);
}
