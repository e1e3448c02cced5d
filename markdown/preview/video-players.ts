// Where videos of other sites are played: the one list of what a client may show in a frame.

/** Plays the videos whose addresses alone tell that they are videos. */
const VIDEO_HOST = "www.youtube-nocookie.com";

/** Hosts whose players may be shown within a client, always by HTTPS. */
export const playerHosts: readonly string[] = [
  VIDEO_HOST,
  "player.vimeo.com",
  "www.dailymotion.com",
  "geo.dailymotion.com",
  "embed.ted.com",
  "www.loom.com",
];

/** The player of a video whose address alone tells what it is, by its id. */
export const playerUrl = (videoId: string): string => `https://${VIDEO_HOST}/embed/${encodeURIComponent(videoId)}`;

/** Whether this is the address of a player that may be shown. */
export function isPlayerUrl(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === "https:" && playerHosts.includes(url.host);
}
