import type { Rendered } from "./types.ts";

const IMAGE = /^[^?#]*\.(?:bmp|gif|jpe|jpeg|jpg|png|webp)(?:[?#]|$)/i;
const UPLOAD = /^\/?user_uploads\/(.*)$/;

/** What one rendering comes across: everything of the result but the HTML. */
export class Findings {
  readonly #users = new Set<number>();
  readonly #silentUsers = new Set<number>();
  readonly #groups = new Set<number>();
  readonly #links = new Set<string>();
  readonly #attachments = new Set<string>();
  #channelWildcard = false;
  #topicWildcard = false;
  #hasLink = false;
  #hasImage = false;

  user(id: number, silent: boolean): void {
    (silent ? this.#silentUsers : this.#users).add(id);
  }

  group(id: number): void {
    this.#groups.add(id);
  }

  wildcard(of: "channel" | "topic"): void {
    if (of === "channel") this.#channelWildcard = true;
    else this.#topicWildcard = true;
  }

  link(href: string, quoted: boolean): void {
    this.#hasLink = true;
    const path = UPLOAD.exec(href)?.[1];
    if (path !== undefined) this.#attachments.add(path);
    if (quoted) return;
    this.#links.add(href);
    if (IMAGE.test(href)) this.#hasImage = true;
  }

  result(html: string): Rendered {
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
      hasAttachment: this.#attachments.size > 0,
      attachments: [...this.#attachments],
      links: [...this.#links],
    };
  }
}
