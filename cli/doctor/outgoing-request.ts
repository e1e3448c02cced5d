import { errorText } from "@parlance/kernel/base/error-description.ts";
import { readResponseBody } from "@parlance/kernel/outgoing/read-response.ts";

const REQUEST_TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 65_536;

/** Sends a request of a check. Redirects are not followed. Rejects if no response comes within ten seconds. */
export const sendRequest = (url: string, init: Omit<RequestInit, "redirect" | "signal"> = {}): Promise<Response> =>
  fetch(url, { ...init, redirect: "manual", signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });

/** Parses a response as JSON. Returns undefined if it is not JSON, or too large. */
export async function readJson(response: Response): Promise<unknown> {
  try {
    return JSON.parse((await readResponseBody(response, MAX_RESPONSE_BYTES)).toString());
  } catch {
    return undefined;
  }
}

/** Returns the code of an error, or of the error that caused it, such as `ECONNREFUSED`; otherwise an empty string. */
export function causeCode(error: unknown): string {
  if (typeof error !== "object" || error === null) return "";
  const { code, cause } = error as { readonly code?: unknown; readonly cause?: unknown };
  return causeCode(cause) || (typeof code === "string" ? code : "");
}

/** Returns the message of the innermost cause of an error, which says more than `fetch failed`. */
export const causeText = (error: unknown): string =>
  error instanceof Error && error.cause instanceof Error ? causeText(error.cause) : errorText(error);

/** Returns true if a request failed because the server's certificate is not valid or not trusted. */
export const isCertificateError = (error: unknown): boolean => /CERT|ISSUER|SIGNATURE|ALTNAME/.test(causeCode(error));
