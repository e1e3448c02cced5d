import type { Database } from "../db/types.ts";
import type { RateLimit } from "../rate-limits/rate-limit-rules.ts";
import type { StreamedBody } from "./streamed-body.ts";
import type { Actor, RealmContext } from "./context.ts";
import type { Fields } from "./form.ts";
import type { ResponseHeaders } from "./write-response.ts";

/**
 * A protocol other than the API that is served below the API's path, with the methods, statuses and headers of an open
 * standard. Authentication, rate limits and error responses are the same as for operations.
 */
export interface Protocol {
  /** Below `/api/v1`; `:name` is a segment. */
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
  /** A separate limit in addition to the account's. */
  readonly limit?: RateLimit;
  handle(call: ProtocolCall): Promise<ProtocolResponse>;
}

/** A request. */
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
  /** Fields of the success envelope. Default: no body. */
  readonly success?: Readonly<Record<string, unknown>>;
}
