import type { Transport } from "@parlance/client";
import type { ServerClock } from "./server-clock.ts";

/**
 * Thrown if the server cannot be reached or gives no proper response: there is no network, or it is down or too busy.
 */
export class ServerUnreachableError extends Error {
  override readonly name = "ServerUnreachableError";
}

/** Thrown if the session is no longer valid. */
export class SignedOutError extends Error {
  override readonly name = "SignedOutError";
}

/** Timeout of a request, in milliseconds. Uploads and event streams do not use it. */
const REQUEST_TIMEOUT_MS = 60_000;

const TOO_MANY_REQUESTS = 429;
/** Status of a response that says that the server did not receive the whole request in time. */
const REQUEST_TIMEOUT = 408;
/**
 * Longest `Retry-After`, in milliseconds, after which a request is repeated automatically. With a longer one, the user
 * gets an error.
 */
const MAX_RETRY_AFTER_MS = 15_000;

/**
 * Header of every request. It proves that a request comes from this page, because pages of other sites cannot set it.
 */
export const pageHeaders = { "x-parlance-page": "1" } as const;

export interface TransportOptions {
  readonly clock: ServerClock;
  /** Called when a response shows that the session has ended. */
  readonly onSignedOut: () => void;
  /** Called when no response was received. */
  readonly onUnreachable: () => void;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Whether a temporary error of the server is treated in the same way as a missing response, so that the caller
   * retries later. Default: false.
   */
  readonly retriesWhenRateLimited?: boolean;
}

/** Returns true if the status reports a temporary failure that is unrelated to the content of the request. */
const isTransient = (status: number): boolean =>
  status >= 500 || status === TOO_MANY_REQUESTS || status === REQUEST_TIMEOUT;

/**
 * Creates a transport that sends requests to this page's server, in the user's session.
 * @throws ServerUnreachableError, SignedOutError
 */
export const pageTransport =
  ({ clock, onSignedOut, onUnreachable, headers = {}, retriesWhenRateLimited = false }: TransportOptions): Transport =>
  async ({ method, path, body }) => {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    const init = { method, headers: { ...pageHeaders, ...headers }, signal, ...(body ? { body } : {}) };
    const response = await fetchWithRetry(path, init).catch((error: unknown) => {
      onUnreachable();
      throw error;
    });
    clock.synchronize(response.headers.get("date"));
    if (response.status === 401) {
      onSignedOut();
      throw new SignedOutError("You're signed out. Sign in and try again.");
    }
    if (retriesWhenRateLimited && isTransient(response.status))
      throw new ServerUnreachableError(`The server is busy (${response.status}). Try again later.`);
    return parseResponse(response);
  };

/**
 * Sends a request. If the server rejects the request because of a rate limit, the request had no effect, so it is
 * repeated after the time that the server specifies in `Retry-After`, if this is at most `MAX_RETRY_AFTER_MS`.
 */
async function fetchWithRetry(path: string, init: RequestInit): Promise<Response> {
  for (;;) {
    const response = await fetchOnce(path, init);
    const seconds = Number(response.headers.get("retry-after") ?? Infinity);
    if (response.status !== TOO_MANY_REQUESTS || !(seconds * 1000 <= MAX_RETRY_AFTER_MS)) return response;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

async function fetchOnce(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (error) {
    throw new ServerUnreachableError("The server didn't respond. Check your connection and try again.", {
      cause: error,
    });
  }
}

/**
 * Parses the JSON of a response. A response that is not JSON does not come from the server itself but, for example,
 * from a proxy that cannot reach the server.
 */
async function parseResponse(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    throw new ServerUnreachableError(`The server has a problem (${response.status}). Try again later.`, {
      cause: error,
    });
  }
}
