import type { Database } from "../db/types.ts";
import type { RateLimit } from "../rate-limits/rate-limit-rules.ts";
import type { StreamedBody } from "./streamed-body.ts";
import type { Actor, RealmContext } from "./context.ts";
import type { Fields } from "./form.ts";
import type { ResponseHeaders } from "./write-response.ts";

/**
 * A protocol other than the API, served below the API's path. Its methods, statuses and headers are those of an open
 * standard. Authentication, rate limits and error responses are the same as for operations of the API.
 */
export interface Protocol {
  /** Path below `/api/v1`. `:name` stands for a segment. */
  readonly path: `/${string}`;
  /** Headers of all responses, including errors. */
  readonly headers: ResponseHeaders;
  /** Additional headers of the response to OPTIONS, which requires no authentication. */
  readonly advertisedHeaders: ResponseHeaders;
  readonly methods: Readonly<Partial<Record<ProtocolMethodName, ProtocolMethod>>>;
}

export type ProtocolMethodName = "HEAD" | "POST" | "PATCH" | "DELETE";

export interface ProtocolMethod {
  /** Whether the method reads or writes. */
  readonly kind: "read" | "write";
  /** A separate limit, in addition to the account's rate limit. */
  readonly limit?: RateLimit;
  handle(call: ProtocolCall): Promise<ProtocolResponse>;
}

/** A request to the protocol. */
export interface ProtocolCall {
  readonly actor: Actor;
  readonly realm: RealmContext;
  readonly now: Date;
  readonly db: Database;
  readonly segments: Fields;
  readonly body: StreamedBody;
  readonly header: (name: string) => string | undefined;
}

export interface ProtocolResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** Fields of the success envelope. Default: the response has no body. */
  readonly success?: Readonly<Record<string, unknown>>;
}
