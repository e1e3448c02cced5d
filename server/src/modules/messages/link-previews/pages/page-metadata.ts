import { Parser } from "htmlparser2";

/** The metadata in a page's head. Missing values are empty strings. */
export interface PageMetadata {
  readonly title: string;
  readonly description: string;
  /** The picture's URL as it is written in the page. It may be relative or invalid. */
  readonly image: string;
}

/** Maximum nesting depth of elements. Elements in a real head are hardly nested. */
const MAX_DEPTH = 100;
const MAX_RAW_TITLE_CHARACTERS = 2000;
/**
 * Maximum number of tags, attributes and texts that are parsed. The rest of a longer head is ignored, because parsing
 * blocks the process.
 */
const MAX_PARSER_EVENTS = 20_000;

/** Names of metadata in order of preference: names intended for previews first, then others. */
const TITLES = ["og:title", "twitter:title"];
const DESCRIPTIONS = ["og:description", "twitter:description", "description"];
const IMAGES = ["og:image:secure_url", "og:image", "og:image:url", "twitter:image", "twitter:image:src"];

/** Parses the metadata in a page's head. The time it takes is limited for every input. */
export function parsePageMetadata(html: string): PageMetadata {
  const reader = new HeadParser();
  const parser = new Parser(reader);
  reader.parser = parser;
  parser.end(html);
  return reader.metadata();
}

class HeadParser {
  parser: Parser | undefined;
  readonly #meta = new Map<string, string>();
  #title = "";
  #imageLink = "";
  #depth = 0;
  #pieces = 0;
  #isInTitle = false;
  #isDone = false;

  metadata(): PageMetadata {
    const first = (names: readonly string[]) =>
      names.map((name) => this.#meta.get(name) ?? "").find((content) => content.trim() !== "");
    return {
      title: first(TITLES) ?? this.#title,
      description: first(DESCRIPTIONS) ?? "",
      image: first(IMAGES) ?? this.#imageLink,
    };
  }

  onattribute(): void {
    this.#count();
  }

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#depth += 1;
    this.#count();
    // Parsing stops at the body, because a page's visitors may have written its content, and at a nesting depth that no
    // real head has.
    if (name === "body" || this.#depth > MAX_DEPTH) this.#end();
    if (this.#isDone) return;
    if (name === "title") this.#isInTitle = this.#title === "";
    else if (name === "meta") this.#readMeta(attributes);
    else if (name === "link" && /(?:^|\s)image_src(?:\s|$)/i.test(attributes["rel"] ?? ""))
      this.#imageLink ||= attributes["href"] ?? "";
  }

  ontext(text: string): void {
    this.#count();
    if (this.#isInTitle && !this.#isDone && this.#title.length < MAX_RAW_TITLE_CHARACTERS) this.#title += text;
  }

  onclosetag(name: string): void {
    this.#depth -= 1;
    if (name === "title") this.#isInTitle = false;
    if (name === "head") this.#end();
  }

  #readMeta({ property, name, content }: Readonly<Record<string, string | undefined>>): void {
    const key = (property ?? name ?? "").trim().toLowerCase();
    if (content !== undefined && !this.#meta.has(key)) this.#meta.set(key, content);
  }

  #count(): void {
    this.#pieces += 1;
    if (this.#pieces > MAX_PARSER_EVENTS) this.#end();
  }

  #end(): void {
    this.#isDone = true;
    this.parser?.pause();
  }
}
