// A process of its own, in which pages of other sites are parsed.
import { serveParser } from "#kernel/untrusted-parsing/serve-parser.ts";
import { decode } from "../fetching/decode.ts";
import { type PageFacts, pageFacts } from "./page-metadata.ts";
import { playerIn } from "./player.ts";

/** Chat goes first. */
const NICENESS = 10;

/** A page, or the HTML of a video's player with the hosts that it may be on. */
export type PageInput =
  | { readonly kind: "page"; readonly body: Uint8Array; readonly charset: string | undefined }
  | { readonly kind: "player"; readonly html: string; readonly hosts: readonly string[] };

export interface PageOutput {
  readonly facts?: PageFacts;
  readonly player?: string | null;
}

const parse = (input: PageInput): PageOutput =>
  input.kind === "page"
    ? { facts: pageFacts(decode({ body: Buffer.from(input.body), charset: input.charset })) }
    : { player: playerIn(input.html, input.hosts) };

serveParser(parse, { niceness: NICENESS });
