import type { Readable } from "node:stream";
import type { ByteRange } from "../files/file-store.ts";
import type { Actor, Read } from "./context.ts";
import type { Fields } from "./form.ts";

/** Content served by URL outside of the API, as browsers load pictures. */
export interface Resource {
  /** Below the organization's URL; `:name` is a segment. */
  readonly path: `/${string}`;
  /**
   * `public`: no authentication. `optional`: callers may authenticate by credentials as in the API, by the parameter
   * `api_key` alone, or by a browser's session.
   */
  readonly access: "public" | "optional";
  /** Returns the content for this caller. Null: none. Errors have the same form as in the API. */
  find(
    ctx: Read<Actor | null>,
    segments: Fields,
    query: Fields,
  ): Promise<InlineContent | FileContent | Redirect | ResourceUnavailable | null>;
}

/** Bytes to show, never to run. */
export interface InlineContent {
  readonly contentType: "image/png" | "image/gif" | "image/svg+xml";
  readonly bytes: Uint8Array;
  /** Identifies these bytes: equal tags mean equal content. */
  readonly tag: string;
}

/** A file of any size, which is sent while it is read. */
export interface FileContent {
  readonly contentType: string;
  /** In bytes. */
  readonly size: number;
  /** Identifies these bytes. */
  readonly tag: string;
  /** Value of `Content-Disposition` for browsers: `inline` or `attachment`, with the file name. */
  readonly disposition: string;
  /** Returns the content, or a range of it. Null: the file no longer exists. */
  open(range?: ByteRange): Promise<Readable | null>;
}

/** The reason why a user cannot get the content, shown as a page. */
export interface ResourceUnavailable {
  readonly status: 403 | 404;
  readonly text: string;
}

/** The URL to load instead. It may be a different one the next time. */
export interface Redirect {
  readonly to: string;
}
