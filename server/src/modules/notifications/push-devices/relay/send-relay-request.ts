import { parseRelayResponse } from "./parse-relay-response.ts";
import type { RelayAccount } from "./relay-account.ts";
import { RelayFailure, toRelayFailure } from "./relay-failure.ts";

/** Timeout for the relay's responses, in milliseconds. */
const TIMEOUT_MS = 15_000;

export type RelayBody = Readonly<Record<string, unknown>>;

interface RelayRequest {
  /** URL of the relay, with a trailing slash. */
  readonly relayUrl: string;
  readonly path: string;
  readonly body: RelayBody;
  readonly format: "form" | "json";
  /** The account that signs the request. Default: the request is not signed. */
  readonly account?: RelayAccount | undefined;
  /** Aborts the request. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends a request to the relay, and returns the body of the response.
 * @throws RelayFailure
 */
export async function sendRelayRequest(request: RelayRequest): Promise<RelayBody> {
  const { relayUrl, path, body, format, account, signal } = request;
  const signature = account && Buffer.from(`${account.id}:${account.key}`).toString("base64");
  const response = await fetch(`${relayUrl}api/v1/remotes/${path}`, {
    method: "POST",
    redirect: "error",
    signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])]),
    headers: {
      "content-type": format === "json" ? "application/json" : "application/x-www-form-urlencoded",
      ...(signature !== undefined && { authorization: `Basic ${signature}` }),
    },
    body: format === "json" ? JSON.stringify(body) : encodeForm(body),
  }).catch((cause: unknown) => {
    throw new RelayFailure("away", `the relay ${relayUrl} cannot be reached`, { cause });
  });
  const parsed = await parseRelayResponse(response);
  if (response.ok && parsed?.result === "success") return parsed;
  const { code = "", msg = "not a response from a push relay" } = parsed ?? {};
  const isFromRelay = parsed?.result === "error";
  throw toRelayFailure(response.ok ? 500 : response.status, {
    code: code || errorCodeOf(response),
    msg,
    isFromRelay,
  });
}

/** Returns the error code of a response without one: some relays reject unknown servers only with the status. */
const errorCodeOf = ({ status }: Response): string => (status === 401 ? "UNAUTHORIZED" : "");

const encodeForm = (body: RelayBody): string =>
  new URLSearchParams(
    Object.entries(body).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
  ).toString();
