/** A site whose pages show videos, and which says by oEmbed how they are played. */
export interface VideoSite {
  /** Hosts of its pages. */
  readonly pages: readonly string[];
  /** Where it is asked. */
  readonly endpoint: string;
  /** Hosts of its players: what plays videos comes from nowhere else. */
  readonly players: readonly string[];
}

/** The sites that are asked for players. Pages cannot declare their own: their players are shown within the client. */
export const videoSites: readonly VideoSite[] = [
  {
    pages: ["vimeo.com", "www.vimeo.com"],
    endpoint: "https://vimeo.com/api/oembed.json",
    players: ["player.vimeo.com"],
  },
  {
    pages: ["www.dailymotion.com", "dailymotion.com", "dai.ly"],
    endpoint: "https://www.dailymotion.com/services/oembed",
    players: ["www.dailymotion.com", "geo.dailymotion.com"],
  },
  {
    pages: ["www.ted.com", "ted.com"],
    endpoint: "https://www.ted.com/services/v1/oembed.json",
    players: ["embed.ted.com"],
  },
  { pages: ["www.loom.com", "loom.com"], endpoint: "https://www.loom.com/v1/oembed", players: ["www.loom.com"] },
];
