import { findLinkedMedia, findUploadPath, type LinkedMedia } from "./preview/linked-media.ts";
import { findPageLinks } from "./preview/page-links.ts";
import type { Lookups, Rendered } from "./render-types.ts";

/** Collects the result of a rendering, except the HTML. */
export class RenderFindings {
  readonly #users = new Set<number>();
  readonly #silentUsers = new Set<number>();
  readonly #groups = new Set<number>();
  readonly #links = new Set<string>();
  readonly #attachments = new Set<string>();
  readonly #media = new Map<string, LinkedMedia | null>();
  readonly #lookups: Lookups;
  #channelWildcard = false;
  #topicWildcard = false;
  #hasLink = false;
  #hasImage = false;

  constructor(lookups: Lookups) {
    this.#lookups = lookups;
  }

  /** Number of distinct URLs that are linked to outside of quotes. */
  get linkCount(): number {
    return this.#links.size;
  }

  /** Distinct URLs that are linked to outside of quotes, in order. */
  get links(): ReadonlySet<string> {
    return this.#links;
  }

  addUser(id: number, silent: boolean): void {
    (silent ? this.#silentUsers : this.#users).add(id);
  }

  addGroup(id: number): void {
    this.#groups.add(id);
  }

  addWildcard(of: "channel" | "topic"): void {
    if (of === "channel") this.#channelWildcard = true;
    else this.#topicWildcard = true;
  }

  addLink(href: string, quoted: boolean): void {
    this.#hasLink = true;
    const path = findUploadPath(href);
    if (path !== undefined) this.#attachments.add(path);
    if (quoted) return;
    this.#links.add(href);
    if (!this.#hasImage && this.mediaAt(href)?.kind === "image") this.#hasImage = true;
  }

  /** Returns the media at a URL, or null if it cannot be shown inline. Each URL is parsed once. */
  mediaAt(href: string): LinkedMedia | null {
    const known = this.#media.get(href);
    if (known !== undefined) return known;
    const media = findLinkedMedia(href, this.#lookups);
    this.#media.set(href, media);
    return media;
  }

  toRendered(html: string): Rendered {
    return {
      html,
      mentions: {
        users: [...this.#users],
        silentUsers: [...this.#silentUsers],
        groups: [...this.#groups],
        channelWildcard: this.#channelWildcard,
        topicWildcard: this.#topicWildcard,
      },
      hasLink: this.#hasLink,
      hasImage: this.#hasImage,
      hasAttachment: [...this.#attachments].some((path) => this.#lookups.uploads?.has(path) ?? true),
      attachments: [...this.#attachments],
      links: [...this.#links],
      pages: findPageLinks(this.#links, this.#lookups),
    };
  }
}
