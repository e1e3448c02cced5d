import { createPrivateKey, type KeyObject, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from "node:http2";
import { ConfigError } from "@parlance/server/kernel/config.ts";
import type { Clock } from "@parlance/server/kernel/clock.ts";
import type { Logger } from "@parlance/server/kernel/log.ts";
import { Complaints } from "./throttled-log.ts";
import { type AppleNotice, LIFETIME_SECONDS, type Outcome, type Provider, type Try } from "./provider.ts";
import { type Remaining, tryRepeatedly } from "./retry-until-deadline.ts";
import { webToken } from "./json-web-token.ts";

/** Apple takes a token for an hour, and no new one within 20 minutes. */
const TOKEN_LIFE_MS = 50 * 60_000;
/** A connection on which nothing comes is closed after so long. */
const IDLE_MS = 10 * 60_000;
const ANSWER_MS = 8000;
/** A connection on which nothing came for so long is asked first whether it still lives, and has so long to answer. */
const QUIET_MS = 30_000;
const PING_MS = 2000;
/** Apple's answers name a reason, and no more. */
const MAX_ANSWER = 16_384;

const GONE: ReadonlySet<string> = new Set(["Unregistered", "ExpiredToken", "BadDeviceToken", "DeviceTokenNotForTopic"]);

interface AppleOptions {
  readonly teamId: string;
  readonly keyId: string;
  readonly keyFile: string;
  readonly url: string;
  readonly ca: string | undefined;
  readonly clock: Clock;
  readonly log: Logger;
}

/** @throws ConfigError when the key is none */
export async function openApple(options: AppleOptions): Promise<Provider<AppleNotice>> {
  try {
    const key = createPrivateKey(await readFile(options.keyFile));
    if (key.asymmetricKeyType !== "ec") throw new Error("not an elliptic curve key");
    return new Apple(options, key);
  } catch (cause) {
    throw new ConfigError(
      "PARLANCE_RELAY_APPLE_KEY_FILE is invalid: it must be the path of a key file from Apple (.p8)",
      {
        cause,
      },
    );
  }
}

/** Apple's service: one connection (HTTP/2) for all notices, opened when there are some. */
class Apple implements Provider<AppleNotice> {
  readonly #options: AppleOptions;
  readonly #key: KeyObject;
  readonly #complaints: Complaints;
  /** Also those on which nothing new is sent. */
  readonly #open = new Set<ClientHttp2Session>();
  #session: ClientHttp2Session | undefined;
  /** When anything last came on it, by the clock's `elapsed`. */
  #heardAt = 0;
  #probe: Promise<void> | undefined;
  #token: { readonly text: string; readonly since: number } | undefined;

  constructor(options: AppleOptions, key: KeyObject) {
    this.#options = options;
    this.#key = key;
    this.#complaints = new Complaints("apple", options);
  }

  send(notice: AppleNotice, deadline: number): Promise<Outcome> {
    // The same in each try, so that a notice that came although nobody said so is not shown twice.
    const collapseId = notice.collapseId ?? randomUUID();
    const { clock } = this.#options;
    const attempt = (remaining: Remaining) => this.#try({ ...notice, collapseId }, remaining);
    return tryRepeatedly(attempt, { clock, complaints: this.#complaints, deadline });
  }

  async close(): Promise<void> {
    for (const session of this.#open) session.destroy();
  }

  async #try({ token, topic, priority, pushType, collapseId, payload }: AppleNotice, { ms }: Remaining): Promise<Try> {
    const bearer = this.#bearer();
    const session = await this.#liveConnection();
    const stream = session.request({
      ":method": "POST",
      ":path": `/3/device/${token}`,
      authorization: `bearer ${bearer}`,
      "apns-topic": topic,
      "apns-push-type": pushType,
      "apns-priority": String(priority),
      "apns-expiration": String(Math.floor(this.#options.clock.now().getTime() / 1000) + LIFETIME_SECONDS),
      "apns-collapse-id": collapseId,
    });
    stream.end(payload);
    const { status, body, retryAfter } = await answerTo(stream, Math.min(ms, ANSWER_MS)).catch((error: unknown) => {
      // It may be dead without anybody having said so: others get a new one.
      this.#retire(session);
      throw error;
    });
    this.#heardAt = this.#options.clock.elapsed();
    if (status === 200) return { outcome: "sent" };
    const reason = reasonIn(body);
    if (status === 410 || GONE.has(reason)) return { outcome: "gone" };
    if (reason === "ExpiredProviderToken" && this.#token?.text === bearer) this.#token = undefined;
    if (reason === "ExpiredProviderToken" || status === 429 || status >= 500) return { againAfterMs: retryAfter };
    return { outcome: status === 403 ? "unauthorized" : "refused", reason: `${status} ${reason}` };
  }

  /** Of one that has been quiet nobody knows whether it still leads anywhere. */
  async #liveConnection(): Promise<ClientHttp2Session> {
    const session = this.#connection();
    if (this.#options.clock.elapsed() - this.#heardAt > QUIET_MS) {
      this.#probe ??= this.#probed(session).finally(() => (this.#probe = undefined));
    }
    await this.#probe;
    return this.#connection();
  }

  async #probed(session: ClientHttp2Session): Promise<void> {
    if (await answersPing(session)) this.#heardAt = this.#options.clock.elapsed();
    else this.#retire(session);
  }

  #connection(): ClientHttp2Session {
    if (this.#session && !this.#session.closed && !this.#session.destroyed) return this.#session;
    const { url, ca, clock } = this.#options;
    const session = connect(url, ca === undefined ? {} : { ca });
    const forget = () => {
      if (this.#session === session) this.#session = undefined;
    };
    // Its streams tell what befell it.
    session.on("error", forget).on("close", forget).on("goaway", forget);
    session.once("close", () => this.#open.delete(session));
    session.setTimeout(IDLE_MS, () => session.close());
    this.#open.add(session);
    this.#session = session;
    this.#heardAt = clock.elapsed();
    return session;
  }

  /** Nothing new is sent on it; what is under way has its time. */
  #retire(session: ClientHttp2Session): void {
    if (this.#session === session) this.#session = undefined;
    session.close();
    setTimeout(() => session.destroy(), ANSWER_MS).unref();
  }

  #bearer(): string {
    const { teamId, keyId, clock } = this.#options;
    if (!this.#token || clock.elapsed() - this.#token.since > TOKEN_LIFE_MS) {
      const iat = Math.floor(clock.now().getTime() / 1000);
      this.#token = { text: webToken(this.#key, { kid: keyId, iss: teamId, iat }), since: clock.elapsed() };
    }
    return this.#token.text;
  }
}

function answersPing(session: ClientHttp2Session): Promise<boolean> {
  return new Promise((resolve) => {
    const timeout = setTimeout(() => resolve(false), PING_MS);
    session.ping((error) => {
      clearTimeout(timeout);
      resolve(error === null);
    });
  });
}

interface AppleAnswer {
  readonly status: number;
  readonly body: string;
  /** In milliseconds. */
  readonly retryAfter: number | undefined;
}

function answerTo(stream: ClientHttp2Stream, patienceMs: number): Promise<AppleAnswer> {
  return new Promise((resolve, reject) => {
    let [status, body, retryAfter] = [0, "", undefined as number | undefined];
    const timeout = setTimeout(() => stream.destroy(new Error("no response in time")), patienceMs);
    stream.setEncoding("utf8");
    stream.on("response", (headers) => {
      status = headers[":status"] ?? 0;
      const seconds = Number(headers["retry-after"]);
      if (seconds > 0) retryAfter = seconds * 1000;
    });
    stream.on("data", (text: string) => {
      if (body.length < MAX_ANSWER) body += text;
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
