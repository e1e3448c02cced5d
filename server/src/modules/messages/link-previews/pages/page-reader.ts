import type { Embed } from "@parlance/markdown/index.ts";
import { fetchDocument, type FetchPolicy } from "#kernel/outgoing/fetch-document.ts";
import { parsePage, parsePlayer } from "./parse-page.ts";
import { videoAnswer } from "./video-answer.ts";
import { videoSites, type VideoSite } from "./video-sites.ts";

/** For a page, with all that it redirects to; and for a question about a video. */
const PATIENCE_MS = 5000;
const MAX_TITLE = 300;
const MAX_DESCRIPTION = 1000;
const MAX_ADDRESS = 2000;

interface PageReaderOptions extends FetchPolicy {
  readonly videoSites?: readonly VideoSite[];
  /** How long one document may take, in milliseconds. */
  readonly patience?: number;
}

/** What one page is read for. */
export interface Reading {
  /** The organization. */
  readonly realmId: number;
  /** Ends it. */
  readonly stop: AbortSignal;
}

/** Finds out what pages say of themselves. */
export class PageReader {
  readonly #manners: FetchPolicy;
  readonly #videoSites: readonly VideoSite[];
  readonly #patience: number;

  constructor({ videoSites: sites = videoSites, patience = PATIENCE_MS, ...manners }: PageReaderOptions) {
    this.#manners = manners;
    this.#videoSites = sites;
    this.#patience = patience;
  }

  /**
   * What can be shown of a page: null if it has no picture.
   * @throws FetchRefusal if it cannot be had, ParsingFailure, or errors of the network
   */
  async read(address: string, reading: Reading): Promise<Embed | null> {
    const url = URL.parse(address);
    if (!url) return null;
    const site = this.#videoSites.find(({ pages }) => pages.includes(url.hostname));
    const video = site && (await this.#video(url, site, reading));
    return video ?? this.#page(url, reading);
  }

  async #page(start: URL, { stop, realmId }: Reading): Promise<Embed | null> {
    const types = ["text/html", "application/xhtml+xml"];
    const page = await fetchDocument(this.#manners, start, { types, signal: this.#until(stop) });
    const { title, description, image } = await parsePage(realmId, page);
    return embedOf({ title, description, image }, page.url);
  }

  /** Undefined if the page shows no video, or nobody can tell. */
  async #video(page: URL, { endpoint, players }: VideoSite, { stop, realmId }: Reading): Promise<Embed | undefined> {
    const question = new URL(endpoint);
    question.searchParams.set("url", page.href);
    question.searchParams.set("format", "json");
    const wanted = { types: ["application/json"], signal: this.#until(stop) };
    const answer = await fetchDocument(this.#manners, question, wanted).catch(() => undefined);
    const { data: video } = videoAnswer.safeParse(jsonOf(answer?.body));
    const player = video && (await parsePlayer(realmId, video.html, players));
    if (!video || !player) return undefined;
    const embed = embedOf({ title: video.title ?? "", description: "", image: video.thumbnail_url }, question);
    return embed ? { ...embed, player } : undefined;
  }

  #until = (stop: AbortSignal): AbortSignal => AbortSignal.any([AbortSignal.timeout(this.#patience), stop]);
}

function embedOf(found: Omit<Embed, "player">, base: URL): Embed | null {
  const image = URL.parse(found.image.trim(), base.href);
  if (found.image.trim() === "" || !image || !isPicture(image)) return null;
  const title = line(found.title, MAX_TITLE);
  return { title, description: line(found.description, MAX_DESCRIPTION), image: image.href };
}

const isPicture = ({ protocol, username, password, href }: URL): boolean =>
  /^https?:$/.test(protocol) && username === "" && password === "" && href.length <= MAX_ADDRESS;

/** Text without line breaks and control characters, cut where it is too long. */
function line(text: string, most: number): string {
  // What is much too long is not looked at as a whole.
  const characters = [
    ...text
      .slice(0, 20 * most)
      .toWellFormed()
      .replaceAll(/[\s\p{Cc}]+/gu, " ")
      .trim(),
  ];
  return characters.length <= most ? characters.join("") : `${characters.slice(0, most - 1).join("")}…`;
}

function jsonOf(body: Buffer | undefined): unknown {
  try {
    return JSON.parse(body?.toString("utf8") ?? "");
  } catch {
    return undefined;
  }
}
