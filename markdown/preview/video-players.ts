// Where videos of other sites are played: the one list of what a client may show in a frame.

/** Plays the videos whose addresses alone tell that they are videos. */
const BY_ADDRESS = "www.youtube-nocookie.com";

/** Hosts whose players may be shown within a client, always by HTTPS. */
export const playerHosts: readonly string[] = [
  BY_ADDRESS,
  "player.vimeo.com",
  "www.dailymotion.com",
  "geo.dailymotion.com",
  "embed.ted.com",
  "www.loom.com",
];

/** The player of a video whose address alone tells what it is, by its id. */
export const playerOf = (videoId: string): string => `https://${BY_ADDRESS}/embed/${encodeURIComponent(videoId)}`;

/** Whether this is the address of a player that may be shown. */
export function isPlayer(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === "https:" && playerHosts.includes(url.host);
}
