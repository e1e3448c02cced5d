import { request } from "node:http";
import { setTimeout } from "node:timers/promises";
import { connect } from "@parlance/kernel/outgoing/connect.ts";
import { FetchRejected, HostNotFound } from "@parlance/kernel/outgoing/fetch-errors.ts";
import type { SsrfGuard } from "@parlance/kernel/outgoing/ssrf-guard.ts";
import { unlessAborted } from "@parlance/kernel/outgoing/unless-aborted.ts";
import { InternalPushEndpoint, InvalidPushEndpoint } from "./errors.ts";

/** Timeout for a push service, in milliseconds. */
const TIMEOUT_MS = 15_000;
/** Timeout for the DNS lookup at a registration, in milliseconds. */
const LOOKUP_TIMEOUT_MS = 3_000;
/** Time for which the push service stores a notification for a browser that is not running, in seconds. */
const TTL_SECONDS = 24 * 3600;

/**
 * Asserts that a URL may be the endpoint of a push service: registering one makes the server send requests there. What
 * the SSRF guard rejects now it would reject at each delivery. A host name that does not resolve is accepted: that may
 * be temporary, and the guard checks again at each delivery.
 * @throws InvalidPushEndpoint, InternalPushEndpoint
 */
export async function assertPushEndpoint(
  endpoint: string,
  { guard, internalHosts }: { readonly guard: SsrfGuard; readonly internalHosts: readonly string[] },
): Promise<void> {
  const url = URL.parse(endpoint);
  if (!url) throw new InvalidPushEndpoint();
  const { protocol, host, username, password } = url;
  const isUsable = protocol === "https:" || (protocol === "http:" && internalHosts.includes(host));
  if (username !== "" || password !== "" || !isUsable) throw new InvalidPushEndpoint();
  try {
    await Promise.race([guard.resolveTarget(url), setTimeout(LOOKUP_TIMEOUT_MS, undefined, { ref: false })]);
  } catch (error) {
    if (error instanceof HostNotFound) return;
    throw error instanceof FetchRejected ? new InternalPushEndpoint() : error;
  }
}

export interface Push {
  readonly endpoint: URL;
  readonly authorization: string;
  /** Encrypted. */
  readonly body: Buffer;
  /**
   * Of two notifications with the same topic, a browser that was not running gets only the later one; at most 32
   * characters of base64url.
   */
  readonly topic: string;
}

/**
 * Sends a notification to its push service. Returns the status of the response. @throws FetchRejected, or errors of the
 * network
 */
export async function sendPush(
  { guard, proxy }: { readonly guard: SsrfGuard; readonly proxy?: string | undefined },
  { endpoint, authorization, body, topic }: Push,
  stop: AbortSignal,
): Promise<number> {
  const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), stop]);
  const isEncrypted = endpoint.protocol === "https:";
  const admitted = await unlessAborted(guard.resolveTarget(endpoint), signal);
  const socket = await connect(admitted, { isEncrypted, proxy, signal });
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const asking = request({
    method: "POST",
    createConnection: () => socket,
    path: `${endpoint.pathname}${endpoint.search}`,
    headers: {
      host: endpoint.host,
      authorization,
      "content-type": "application/octet-stream",
      "content-encoding": "aes128gcm",
      "content-length": body.length,
      ttl: TTL_SECONDS,
      urgency: "high",
      topic,
    },
    signal,
  });
  asking.once("response", (answer) => {
    resolve(answer.statusCode ?? 0);
    answer.destroy();
  });
  asking.on("error", reject);
  asking.once("close", () => reject(new Error("the push service did not respond")));
  socket.on("error", reject);
  asking.end(body);
  return promise;
}
