import type { ErrorEnvelope } from "@parlance/contract/errors.ts";
import type { SuccessEnvelope } from "@parlance/contract/responses.ts";
import { encodeRequest, type EncodedRequest } from "./request.ts";
import type { ResponseOf, ExistingPath, Method, ParametersOf, Route, RouteOf } from "./routes.ts";

/** Response of a call. `result` distinguishes success from error. */
export type CallResponse<R extends Route> = (SuccessEnvelope & ResponseOf<R>) | ErrorEnvelope;

/** Sends a request to a server, and returns the JSON of its response. */
export type Transport = (request: EncodedRequest) => Promise<unknown>;

/** The parameters of a call. They can be omitted if none of them is required. */
export type CallParameters<R extends Route> =
  Record<never, never> extends ParametersOf<R> ? [parameters?: ParametersOf<R>] : [parameters: ParametersOf<R>];

/** Calls an operation: `call("PATCH", "/messages/7", { content: "To be" })`. */
export type Call = <M extends Method, P extends string>(
  method: M,
  path: ExistingPath<M, P>,
  ...given: CallParameters<RouteOf<M, P>>
) => Promise<CallResponse<RouteOf<M, P>>>;

/** Creates calls over a transport. Responses are assumed to have the form that the server declares. */
export const createCall =
  (transport: Transport): Call =>
  async (method, path, ...[parameters = {}]) =>
    (await transport(encodeRequest(method, path, parameters))) as never;

/** Creates a transport to the server at a URL such as `https://chat.example.com`, authenticated with an API key. */
export const createFetchTransport =
  (url: string, { email, apiKey }: { readonly email: string; readonly apiKey: string }): Transport =>
  async ({ method, path, body }) => {
    const credentials = new TextEncoder().encode(`${email}:${apiKey}`);
    const headers = { authorization: `Basic ${btoa(String.fromCodePoint(...credentials))}` };
    const response = await fetch(new URL(path, url), { method, headers, ...(body ? { body } : {}) });
    return response.json();
  };
