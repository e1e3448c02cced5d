import { type Call, createCall } from "@parlance/client";
import { pageTransport, type TransportOptions } from "./transport.ts";

/**
 * Creates a function that calls the API with an idempotency key. If the response to a request was lost, the request can
 * be repeated with the same key, and is not executed twice. A temporary error of the server is thrown like a missing
 * response, because the request may be repeated after both.
 */
export const createIdempotentCall =
  (options: TransportOptions) =>
  (key: string): Call =>
    createCall(pageTransport({ ...options, headers: { "idempotency-key": key }, retriesWhenRateLimited: true }));
