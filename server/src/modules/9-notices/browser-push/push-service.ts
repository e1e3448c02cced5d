import { request } from "node:http";
import { connect } from "#kernel/outgoing/connect.ts";
import type { SsrfGuard } from "#kernel/outgoing/ssrf-guard.ts";

/** How long a push service may take to answer, in milliseconds. */
const PATIENCE_MS = 15_000;
/** For how long it keeps what a browser that is off is to be told, in seconds. */
const KEPT_SECONDS = 24 * 3600;

/** Whether an address may be that of a push service: whoever subscribes makes the server write there. */
export function mayBeAsked(endpoint: string, internalHosts: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, host, username, password } = new URL(endpoint);
  if (username !== "" || password !== "") return false;
  return protocol === "https:" || (protocol === "http:" && internalHosts.includes(host));
}

export interface Push {
  readonly endpoint: URL;
  readonly authorization: string;
  /** Encrypted. */
  readonly body: Buffer;
  /** Of two with the same, a browser that is off gets the later one; at most 32 characters of base64url. */
  readonly topic: string;
}

/** Hands one over. Returns the status of the answer. @throws FetchRefusal, or errors of the network */
export async function handOver(
  { guard, proxy }: { readonly guard: SsrfGuard; readonly proxy?: string | undefined },
  { endpoint, authorization, body, topic }: Push,
  stop: AbortSignal,
): Promise<number> {
  const signal = AbortSignal.any([AbortSignal.timeout(PATIENCE_MS), stop]);
  const isEncrypted = endpoint.protocol === "https:";
  const socket = await connect(await guard.admit(endpoint), { isEncrypted, proxy, signal });
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
      ttl: KEPT_SECONDS,
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
  asking.once("close", () => reject(new Error("the push service did not answer")));
  socket.on("error", reject);
  asking.end(body);
  return promise;
}
