import type { FetchedDocument } from "@parlance/kernel/outgoing/fetch-document.ts";
import { ParserPool } from "@parlance/kernel/untrusted-parsing/parser-pool.ts";
import type { PageMetadata } from "./page-metadata.ts";
import type { PageInput, PageOutput } from "./page-parser.ts";

const parsers = new ParserPool<PageInput, PageOutput>({
  name: "page parser",
  file: new URL("./page-parser.ts", import.meta.url),
  maxProcesses: 1,
  maxHeapMiB: 96,
  maxMemoryMiB: 256,
});

/**
 * Parses the metadata in a page's head. `owner` is the id of the organization whose message links to the page.
 * @throws ParsingFailure
 */
export async function parsePage(
  owner: number,
  { body, charset }: Pick<FetchedDocument, "body" | "charset">,
): Promise<PageMetadata> {
  const { metadata } = await parsers.parse(owner, { kind: "page", body, charset });
  if (!metadata) throw new Error("the page parser left the facts out");
  return metadata;
}

/**
 * Extracts the video player from the HTML of an oEmbed response, and returns the HTML of its frame. Returns null if the
 * HTML contains no player on one of these hosts.
 * @throws ParsingFailure
 */
export async function parsePlayer(owner: number, html: string, hosts: readonly string[]): Promise<string | null> {
  const { player } = await parsers.parse(owner, { kind: "player", html, hosts });
  return player ?? null;
}
