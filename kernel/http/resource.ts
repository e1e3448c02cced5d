import type { Readable } from "node:stream";
import type { ByteRange } from "../files/file-store.ts";
import type { Actor, Read } from "./context.ts";
import type { Fields } from "./form.ts";

/** Content served at a URL outside of the API, such as pictures that browsers load. */
export interface Resource {
  /** Path below the organization's URL. `:name` stands for a segment. */
  readonly path: `/${string}`;
  /**
   * `public`: no authentication. `optional`: callers may authenticate with credentials as in the API, with only the
   * parameter `api_key`, or with a browser's session.
   */
  readonly access: "public" | "optional";
  /** Returns the content for this caller, or null if there is none. Errors have the same structure as in the API. */
  find(
    ctx: Read<Actor | null>,
    segments: Fields,
    query: Fields,
  ): Promise<InlineContent | FileContent | Redirect | ResourceUnavailable | null>;
}

/** Content that browsers may show, but never run. */
export interface InlineContent {
  readonly contentType: "image/png" | "image/gif" | "image/svg+xml";
  readonly bytes: Uint8Array;
  /** Identifies the content: equal tags mean equal bytes. */
  readonly tag: string;
}

/** A file of any size, which is sent while it is being read. */
export interface FileContent {
  readonly contentType: string;
  /** In bytes. */
  readonly size: number;
  /** Identifies the content: equal tags mean equal bytes. */
  readonly tag: string;
  /** Value of the header `Content-Disposition`: `inline` or `attachment`, with the file name. */
  readonly disposition: string;
  /** Returns the content or a range of it, or null if the file no longer exists. */
  open(range?: ByteRange): Promise<Readable | null>;
}

/** The reason why a user cannot get the content. It is shown as a page. */
export interface ResourceUnavailable {
  readonly status: 403 | 404;
  readonly text: string;
}

/** The URL from which the client must load the content instead. It may differ for each request. */
export interface Redirect {
  readonly to: string;
}
