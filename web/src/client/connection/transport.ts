import type { Transport } from "@parlance/client";
import type { ServerClock } from "./server-clock.ts";

/** No answer came: there is no network, or no server behind it. */
export class ServerUnreachableError extends Error {
  override readonly name = "ServerUnreachableError";
}

/** The server no longer knows who this is. */
export class SignedOutError extends Error {
  override readonly name = "SignedOutError";
}

/** So long an answer is waited for, in milliseconds; uploads and streams have no such end. */
const REQUEST_TIMEOUT_MS = 60_000;

const TOO_MANY_REQUESTS = 429;
/** The request took too long to arrive. */
const REQUEST_TIMEOUT = 408;
/** Longer than that nobody waits without a word, in milliseconds. */
const MAX_RETRY_AFTER_MS = 15_000;

/** What every request of the page says: that it is ours, which other sites cannot say. */
export const pageHeaders = { "x-parlance-page": "1" } as const;

export interface TransportOptions {
  readonly clock: ServerClock;
  /** Called when an answer says that the session is over. */
  readonly onSignedOut: () => void;
  /** Called when no answer came. */
  readonly onUnreachable: () => void;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether what the server cannot do just now counts as no answer: another attempt may be luckier. Default: no. */
  readonly retriesWhenRateLimited?: boolean;
}

/** Whether an answer says that something could not be done just now, and nothing about what was asked for. */
const isTransient = (status: number): boolean =>
  status >= 500 || status === TOO_MANY_REQUESTS || status === REQUEST_TIMEOUT;

/**
 * Requests to the server of this page, in the name of who is signed in.
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

/** Where the server says that it was asked too often it has done nothing, and the same is asked again when it says so. */
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

/** The JSON of an answer. What is no JSON comes from something before the server, such as a proxy that cannot reach it. */
async function parseResponse(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    throw new ServerUnreachableError(`The server has a problem (${response.status}). Try again later.`, {
      cause: error,
    });
  }
}
