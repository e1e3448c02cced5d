import { request } from "node:http";
import { setTimeout } from "node:timers/promises";
import { connect } from "@parlance/kernel/outgoing/connect.ts";
import { FetchRejected, HostNotFound } from "@parlance/kernel/outgoing/fetch-errors.ts";
import type { SsrfGuard } from "@parlance/kernel/outgoing/ssrf-guard.ts";
import { unlessAborted } from "@parlance/kernel/outgoing/unless-aborted.ts";
import { InternalPushEndpoint, InvalidPushEndpoint } from "./errors.ts";

/** Timeout for a request to a push service, in milliseconds. */
const TIMEOUT_MS = 15_000;
/** Timeout for the DNS lookup when a browser is registered, in milliseconds. */
const LOOKUP_TIMEOUT_MS = 3_000;
/** Time for which the push service keeps a notification for a browser that is not running, in seconds. */
const TTL_SECONDS = 24 * 3600;

/**
 * Asserts that the server may send requests to an endpoint that a client registers. An address that the SSRF guard
 * rejects now would also be rejected at each delivery. A host name that cannot be resolved in time is accepted, because
 * this may be temporary and the guard checks again at each delivery.
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
  /** The encrypted notification. */
  readonly body: Buffer;
  /**
   * If a browser that was not running has several notifications with the same topic, it gets only the last one. At most
   * 32 characters of base64url.
   */
  readonly topic: string;
}

/**
 * Sends a notification to its push service. Returns the status of the response.
 * @throws FetchRejected, or errors of the network
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
  const outgoing = request({
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
  outgoing.once("response", (answer) => {
    resolve(answer.statusCode ?? 0);
    answer.destroy();
  });
  outgoing.on("error", reject);
  outgoing.once("close", () => reject(new Error("the push service did not respond")));
  socket.on("error", reject);
  outgoing.end(body);
  return promise;
}
