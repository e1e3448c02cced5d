import type { Readable } from "node:stream";
import type { ByteRange } from "../files/file-store.ts";
import type { Actor, Read } from "./context.ts";
import type { Fields } from "./form.ts";

/** Something that is fetched by its address outside of the API, as browsers fetch pictures. */
export interface Resource {
  /** Below the organization's address; `:name` is a segment. */
  readonly path: `/${string}`;
  /**
   * `public`: nobody is asked who they are. `optional`: callers may say who they are: by credentials as in the API, by the
   * parameter `api_key` alone, or by being signed in with a browser.
   */
  readonly access: "public" | "optional";
  /** What is there for this caller; null: nothing. Errors are answered as in the API. */
  find(
    ctx: Read<Actor | null>,
    segments: Fields,
    query: Fields,
  ): Promise<InlineContent | FileContent | Redirect | ResourceUnavailable | null>;
}

/** Bytes to be shown, never to be run. */
export interface InlineContent {
  readonly contentType: "image/png" | "image/gif" | "image/svg+xml";
  readonly bytes: Uint8Array;
  /** Names these bytes: what has the same tag is the same. */
  readonly tag: string;
}

/** A file of any size: it is passed on as it is read. */
export interface FileContent {
  readonly contentType: string;
  /** In bytes. */
  readonly size: number;
  /** Names these bytes. */
  readonly tag: string;
  /** What browsers are to do with it: `inline` or `attachment`, with its name. */
  readonly disposition: string;
  /** Its content, or a part of it; null: it is gone. */
  open(range?: ByteRange): Promise<Readable | null>;
}

/** Why a person cannot have it, said in a page. */
export interface ResourceUnavailable {
  readonly status: 403 | 404;
  readonly text: string;
}

/** The address at which to look instead. It may be another one the next time. */
export interface Redirect {
  readonly to: string;
}
