import { createPrivateKey, type KeyObject, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from "node:http2";
import { ConfigError } from "@parlance/kernel/config/config-error.ts";
import type { Clock } from "@parlance/kernel/base/clock.ts";
import type { Logger } from "@parlance/kernel/base/log.ts";
import { ThrottledLog } from "./throttled-log.ts";
import {
  type AppleNotification,
  NOTIFICATION_LIFETIME_SECONDS,
  type DeliveryOutcome,
  type Provider,
  type AttemptResult,
} from "./provider.ts";
import { type RemainingTime, retryUntilDeadline } from "./retry-until-deadline.ts";
import { createJsonWebToken } from "./json-web-token.ts";

/**
 * Time after which a token is renewed, in milliseconds. Apple accepts a token for an hour, and allows a new one only
 * after 20 minutes.
 */
const TOKEN_LIFETIME_MS = 50 * 60_000;
/** Time after which an idle connection is closed, in milliseconds. */
const IDLE_TIMEOUT_MS = 10 * 60_000;
const RESPONSE_TIMEOUT_MS = 8000;
/**
 * Time without received data after which a connection is checked with a ping before it is used, and the timeout of the
 * ping, in milliseconds.
 */
const PING_AFTER_MS = 30_000;
const PING_TIMEOUT_MS = 2000;
/** Maximum length of a response. Apple's responses contain only a reason. */
const MAX_RESPONSE_LENGTH = 16_384;

const INVALID_TOKEN_REASONS: ReadonlySet<string> = new Set([
  "Unregistered",
  "ExpiredToken",
  "BadDeviceToken",
  "DeviceTokenNotForTopic",
]);

interface AppleOptions {
  readonly teamId: string;
  readonly keyId: string;
  readonly keyFile: string;
  readonly url: string;
  readonly ca: string | undefined;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Creates the provider.
 * @throws ConfigError if the key is invalid
 */
export async function openAppleProvider(options: AppleOptions): Promise<Provider<AppleNotification>> {
  try {
    const key = createPrivateKey(await readFile(options.keyFile));
    if (key.asymmetricKeyType !== "ec") throw new Error("not an elliptic curve key");
    return new AppleProvider(options, key);
  } catch (cause) {
    throw new ConfigError(
      "PARLANCE_RELAY_APPLE_KEY_FILE is invalid: it must be the path of a key file from Apple (.p8)",
      {
        cause,
      },
    );
  }
}

/** Provider for Apple's service. All notifications use one HTTP/2 connection, which is opened on demand. */
class AppleProvider implements Provider<AppleNotification> {
  readonly #options: AppleOptions;
  readonly #key: KeyObject;
  readonly #problemLog: ThrottledLog;
  /** All open connections, including those that are no longer used for new requests. */
  readonly #open = new Set<ClientHttp2Session>();
  #session: ClientHttp2Session | undefined;
  /** Time at which the connection was opened or data was last received on it, as given by the clock's `elapsed`. */
  #receivedAt = 0;
  #pendingPing: Promise<void> | undefined;
  #token: { readonly text: string; readonly since: number } | undefined;

  constructor(options: AppleOptions, key: KeyObject) {
    this.#options = options;
    this.#key = key;
    this.#problemLog = new ThrottledLog("apple", options);
  }

  send(notice: AppleNotification, deadline: number): Promise<DeliveryOutcome> {
    // All attempts use the same id. If a notification was delivered but its response was lost, the retry then does not
    // show it twice.
    const collapseId = notice.collapseId ?? randomUUID();
    const { clock } = this.#options;
    const attempt = (remaining: RemainingTime) => this.#attempt({ ...notice, collapseId }, remaining);
    return retryUntilDeadline(attempt, { clock, problemLog: this.#problemLog, deadline });
  }

  async close(): Promise<void> {
    for (const session of this.#open) session.destroy();
  }

  async #attempt(
    { token, topic, priority, pushType, collapseId, payload }: AppleNotification,
    { ms }: RemainingTime,
  ): Promise<AttemptResult> {
    const bearer = this.#bearer();
    const session = await this.#liveConnection();
    const stream = session.request({
      ":method": "POST",
      ":path": `/3/device/${token}`,
      authorization: `bearer ${bearer}`,
      "apns-topic": topic,
      "apns-push-type": pushType,
      "apns-priority": String(priority),
      "apns-expiration": String(Math.floor(this.#options.clock.now().getTime() / 1000) + NOTIFICATION_LIFETIME_SECONDS),
      "apns-collapse-id": collapseId,
    });
    stream.end(payload);
    const { status, body, retryAfter } = await sendRequest(stream, Math.min(ms, RESPONSE_TIMEOUT_MS)).catch(
      (error: unknown) => {
        // The connection may be dead, so other notifications must use a new one.
        this.#retire(session);
        throw error;
      },
    );
    this.#receivedAt = this.#options.clock.elapsed();
    if (status === 200) return { outcome: "sent" };
    const reason = reasonIn(body);
    if (status === 410 || INVALID_TOKEN_REASONS.has(reason)) return { outcome: "gone" };
    if (reason === "ExpiredProviderToken" && this.#token?.text === bearer) this.#token = undefined;
    if (reason === "ExpiredProviderToken" || status === 429 || status >= 500) return { againAfterMs: retryAfter };
    return { outcome: status === 403 ? "unauthorized" : "refused", reason: `${status} ${reason}` };
  }

  /** Returns a working connection. A connection that was idle is checked first. */
  async #liveConnection(): Promise<ClientHttp2Session> {
    const session = this.#connection();
    if (this.#options.clock.elapsed() - this.#receivedAt > PING_AFTER_MS) {
      this.#pendingPing ??= this.#pinged(session).finally(() => (this.#pendingPing = undefined));
    }
    await this.#pendingPing;
    return this.#connection();
  }

  async #pinged(session: ClientHttp2Session): Promise<void> {
    if (await answersPing(session)) this.#receivedAt = this.#options.clock.elapsed();
    else this.#retire(session);
  }

  #connection(): ClientHttp2Session {
    if (this.#session && !this.#session.closed && !this.#session.destroyed) return this.#session;
    const { url, ca, clock } = this.#options;
    const session = connect(url, ca === undefined ? {} : { ca });
    const forget = () => {
      if (this.#session === session) this.#session = undefined;
    };
    // Errors of a connection are reported by the requests on it.
    session.on("error", forget).on("close", forget).on("goaway", forget);
    session.once("close", () => this.#open.delete(session));
    session.setTimeout(IDLE_TIMEOUT_MS, () => session.close());
    this.#open.add(session);
    this.#session = session;
    this.#receivedAt = clock.elapsed();
    return session;
  }

  /** Stops using a connection for new requests. Requests in progress may still finish. */
  #retire(session: ClientHttp2Session): void {
    if (this.#session === session) this.#session = undefined;
    session.close();
    setTimeout(() => session.destroy(), RESPONSE_TIMEOUT_MS).unref();
  }

  #bearer(): string {
    const { teamId, keyId, clock } = this.#options;
    if (!this.#token || clock.elapsed() - this.#token.since > TOKEN_LIFETIME_MS) {
      const iat = Math.floor(clock.now().getTime() / 1000);
      this.#token = { text: createJsonWebToken(this.#key, { kid: keyId, iss: teamId, iat }), since: clock.elapsed() };
    }
    return this.#token.text;
  }
}

function answersPing(session: ClientHttp2Session): Promise<boolean> {
  return new Promise((resolve) => {
    const timeout = setTimeout(() => resolve(false), PING_TIMEOUT_MS);
    session.ping((error) => {
      clearTimeout(timeout);
      resolve(error === null);
    });
  });
}

interface AppleResponse {
  readonly status: number;
  readonly body: string;
  /** Delay that the service requests before a retry, in milliseconds. */
  readonly retryAfter: number | undefined;
}

function sendRequest(stream: ClientHttp2Stream, timeoutMs: number): Promise<AppleResponse> {
  return new Promise((resolve, reject) => {
    let [status, body, retryAfter] = [0, "", undefined as number | undefined];
    const timeout = setTimeout(() => stream.destroy(new Error("no response in time")), timeoutMs);
    stream.setEncoding("utf8");
    stream.on("response", (headers) => {
      status = headers[":status"] ?? 0;
      const seconds = Number(headers["retry-after"]);
      if (seconds > 0) retryAfter = seconds * 1000;
    });
    stream.on("data", (text: string) => {
      if (body.length < MAX_RESPONSE_LENGTH) body += text;
    });
    stream.once("error", reject);
    stream.once("close", () => {
      clearTimeout(timeout);
      if (status === 0) reject(new Error("the connection was interrupted"));
      else resolve({ status, body, retryAfter });
    });
  });
}

function reasonIn(body: string): string {
  try {
    const { reason } = JSON.parse(body) as { readonly reason?: unknown };
    return typeof reason === "string" ? reason : "";
  } catch {
    return "";
  }
}
