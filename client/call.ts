import type { ErrorEnvelope } from "@parlance/contract/errors.ts";
import type { SuccessEnvelope } from "@parlance/contract/responses.ts";
import { encodeRequest, type EncodedRequest } from "./request.ts";
import type { ResponseOf, ExistingPath, Method, ParametersOf, Route, RouteOf } from "./routes.ts";

/** Response to a call. `result` is "success" or "error". */
export type CallResponse<R extends Route> = (SuccessEnvelope & ResponseOf<R>) | ErrorEnvelope;

/** Sends a request to a server, and returns the parsed JSON of the response. */
export type Transport = (request: EncodedRequest) => Promise<unknown>;

/** The arguments of a call after method and path. The parameters can be omitted if the operation requires none. */
export type CallParameters<R extends Route> =
  Record<never, never> extends ParametersOf<R> ? [parameters?: ParametersOf<R>] : [parameters: ParametersOf<R>];

/** Calls an operation of the API, such as `call("PATCH", "/messages/7", { content: "To be" })`. */
export type Call = <M extends Method, P extends string>(
  method: M,
  path: ExistingPath<M, P>,
  ...args: CallParameters<RouteOf<M, P>>
) => Promise<CallResponse<RouteOf<M, P>>>;

/** Creates a function that calls the API by a transport. It does not check that a response has the declared type. */
export const createCall =
  (transport: Transport): Call =>
  async (method, path, ...[parameters = {}]) =>
    (await transport(encodeRequest(method, path, parameters))) as never;

/**
 * Creates a transport that sends requests to the server at `url`, such as `https://chat.example.com`, authenticated
 * with an API key.
 */
export const createFetchTransport =
  (url: string, { email, apiKey }: { readonly email: string; readonly apiKey: string }): Transport =>
  async ({ method, path, body }) => {
    const credentials = new TextEncoder().encode(`${email}:${apiKey}`);
    const headers = { authorization: `Basic ${btoa(String.fromCodePoint(...credentials))}` };
    const response = await fetch(new URL(path, url), { method, headers, ...(body ? { body } : {}) });
    return response.json();
  };
