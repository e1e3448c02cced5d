import type { Embed } from "@parlance/markdown/index.ts";
import { fetchDocument, type FetchPolicy } from "@parlance/kernel/outgoing/fetch-document.ts";
import { parsePage, parsePlayer } from "./parse-page.ts";
import { z } from "zod";

/** A video site whose players can be found with oEmbed, a protocol for embedding content of other sites. */
interface VideoSite {
  /** Hosts of the site's pages. */
  readonly pageHosts: readonly string[];
  /** URL of the site's oEmbed endpoint. */
  readonly oEmbedUrl: string;
  /** Hosts of the site's players. Players on other hosts are not embedded. */
  readonly playerHosts: readonly string[];
}

/**
 * The video sites whose players are embedded. Other pages cannot provide players, because players run inside the
 * client.
 */
export const videoSites: readonly VideoSite[] = [
  {
    pageHosts: ["vimeo.com", "www.vimeo.com"],
    oEmbedUrl: "https://vimeo.com/api/oembed.json",
    playerHosts: ["player.vimeo.com"],
  },
  {
    pageHosts: ["www.dailymotion.com", "dailymotion.com", "dai.ly"],
    oEmbedUrl: "https://www.dailymotion.com/services/oembed",
    playerHosts: ["www.dailymotion.com", "geo.dailymotion.com"],
  },
  {
    pageHosts: ["www.ted.com", "ted.com"],
    oEmbedUrl: "https://www.ted.com/services/v1/oembed.json",
    playerHosts: ["embed.ted.com"],
  },
  {
    pageHosts: ["www.loom.com", "loom.com"],
    oEmbedUrl: "https://www.loom.com/v1/oembed",
    playerHosts: ["www.loom.com"],
  },
];

/** An oEmbed response that describes a video. */
const oEmbedVideo = z.object({
  type: z.literal("video"),
  title: z.string().optional(),
  thumbnail_url: z.string(),
  html: z.string().max(20_000),
});

/** Timeout for a page including its redirects, and for an oEmbed request, in milliseconds. */
const FETCH_TIMEOUT_MS = 5000;
const MAX_TITLE_CHARACTERS = 300;
const MAX_DESCRIPTION_CHARACTERS = 1000;
const MAX_URL_CHARACTERS = 2000;

interface PageReaderOptions extends FetchPolicy {
  readonly videoSites?: readonly VideoSite[];
  /** Timeout for one request, in milliseconds. The default is `FETCH_TIMEOUT_MS`. */
  readonly timeoutMs?: number;
}

/** Options for reading one page. */
export interface ReadOptions {
  /** The organization whose message links to the page. */
  readonly realmId: number;
  /** Aborts reading the page. */
  readonly signal: AbortSignal;
}

/** Reads the metadata of pages for their previews. */
export class PageReader {
  readonly #policy: FetchPolicy;
  readonly #videoSites: readonly VideoSite[];
  readonly #timeoutMs: number;

  constructor({ videoSites: sites = videoSites, timeoutMs = FETCH_TIMEOUT_MS, ...policy }: PageReaderOptions) {
    this.#policy = policy;
    this.#videoSites = sites;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Reads the metadata of a page for its preview. Returns null if the page has no picture.
   * @throws FetchRejected if the page must not or cannot be fetched
   * @throws ParsingFailure
   * @throws network errors
   */
  async read(address: string, reading: ReadOptions): Promise<Embed | null> {
    const url = URL.parse(address);
    if (!url) return null;
    const site = this.#videoSites.find(({ pageHosts }) => pageHosts.includes(url.hostname));
    const video = site && (await this.#video(url, site, reading));
    return video ?? this.#page(url, reading);
  }

  async #page(start: URL, { signal, realmId }: ReadOptions): Promise<Embed | null> {
    const types = ["text/html", "application/xhtml+xml"];
    const page = await fetchDocument(this.#policy, start, { types, signal: this.#until(signal) });
    const { title, description, image } = await parsePage(realmId, page);
    return createEmbed({ title, description, image }, page.url);
  }

  /**
   * Reads the video on a page of a video site. Returns undefined if the page shows no video, or if the site does not
   * return an acceptable player for it.
   */
  async #video(
    page: URL,
    { oEmbedUrl, playerHosts }: VideoSite,
    { signal, realmId }: ReadOptions,
  ): Promise<Embed | undefined> {
    const question = new URL(oEmbedUrl);
    question.searchParams.set("url", page.href);
    question.searchParams.set("format", "json");
    const wanted = { types: ["application/json"], signal: this.#until(signal) };
    const answer = await fetchDocument(this.#policy, question, wanted).catch(() => undefined);
    const { data: video } = oEmbedVideo.safeParse(jsonOf(answer?.body));
    const player = video && (await parsePlayer(realmId, video.html, playerHosts));
    if (!video || !player) return undefined;
    const embed = createEmbed({ title: video.title ?? "", description: "", image: video.thumbnail_url }, question);
    return embed ? { ...embed, player } : undefined;
  }

  #until = (stop: AbortSignal): AbortSignal => AbortSignal.any([AbortSignal.timeout(this.#timeoutMs), stop]);
}

function createEmbed(found: Omit<Embed, "player">, base: URL): Embed | null {
  const image = URL.parse(found.image.trim(), base.href);
  if (found.image.trim() === "" || !image || !isPicture(image)) return null;
  const title = singleLine(found.title, MAX_TITLE_CHARACTERS);
  return { title, description: singleLine(found.description, MAX_DESCRIPTION_CHARACTERS), image: image.href };
}

const isPicture = ({ protocol, username, password, href }: URL): boolean =>
  /^https?:$/.test(protocol) && username === "" && password === "" && href.length <= MAX_URL_CHARACTERS;

/** Replaces line breaks and control characters with spaces, and truncates the text to `maxLength` characters. */
function singleLine(text: string, maxLength: number): string {
  // Only the start of a very long text is processed.
  const characters = [
    ...text
      .slice(0, 20 * maxLength)
      .toWellFormed()
      .replaceAll(/[\s\p{Cc}]+/gu, " ")
      .trim(),
  ];
  return characters.length <= maxLength ? characters.join("") : `${characters.slice(0, maxLength - 1).join("")}…`;
}

function jsonOf(body: Buffer | undefined): unknown {
  try {
    return JSON.parse(body?.toString("utf8") ?? "");
  } catch {
    return undefined;
  }
}
