import type { Database } from "../db/types.ts";
import type { RateLimit } from "../rate-limits/rate-limit-rules.ts";
import type { StreamedBody } from "./streamed-body.ts";
import type { Actor, RealmContext } from "./context.ts";
import type { Fields } from "./form.ts";
import type { ResponseHeaders } from "./write-response.ts";

/**
 * What is spoken below the API's address in another way than the API: with methods, statuses and headers of its own, which an
 * open protocol prescribes. Who asks, and how often, is judged as for operations; so are errors answered.
 */
export interface Protocol {
  /** Below `/api/v1`; `:name` is a segment. */
  readonly path: `/${string}`;
  /** Headers of all answers, also of errors. */
  readonly headers: ResponseHeaders;
  /** What OPTIONS tells beside them, without asking who wants to know. */
  readonly advertisedHeaders: ResponseHeaders;
  readonly methods: Readonly<Partial<Record<ProtocolMethodName, ProtocolMethod>>>;
}

export type ProtocolMethodName = "HEAD" | "POST" | "PATCH" | "DELETE";

export interface ProtocolMethod {
  /** Whether it only looks. */
  readonly kind: "read" | "write";
  /** Counts beside the account's requests. */
  readonly limit?: RateLimit;
  handle(call: ProtocolCall): Promise<ProtocolResponse>;
}

/** One request. */
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
  /** What the envelope of a success is to hold. Default: no body. */
  readonly success?: Readonly<Record<string, unknown>>;
}
