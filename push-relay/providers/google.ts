import { createPrivateKey, type KeyObject } from "node:crypto";
import { readFile } from "node:fs/promises";
import { Agent } from "node:https";
import { z } from "zod";
import { ConfigError } from "@parlance/kernel/config/config-error.ts";
import type { Clock } from "@parlance/kernel/base/clock.ts";
import type { Logger } from "@parlance/kernel/base/log.ts";
import { ThrottledLog } from "./throttled-log.ts";
import { postRequest, type PostResponse } from "./post-request.ts";
import {
  type GoogleNotification,
  NOTIFICATION_LIFETIME_SECONDS,
  type DeliveryOutcome,
  type Provider,
  type AttemptResult,
} from "./provider.ts";
import { type RemainingTime, retryUntilDeadline } from "./retry-until-deadline.ts";
import { createJsonWebToken } from "./json-web-token.ts";

const SCOPE = "https://www.googleapis.com/auth/firebase.messaging";
const GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const ASSERTION_SECONDS = 3600;
/** Time before its expiry at which an access token is renewed, in milliseconds. */
const TOKEN_RENEWAL_MARGIN_MS = 60_000;
const RESPONSE_TIMEOUT_MS = 8000;
const MAX_SOCKETS = 32;

const account = z.object({
  project_id: z.string().regex(/^[a-z0-9.:-]+$/),
  client_email: z.string(),
  private_key: z.string(),
  token_uri: z.url({ protocol: /^https$/ }),
});
const tokenResponse = z.object({ access_token: z.string(), expires_in: z.number() });
const errorResponse = z.object({
  error: z.object({
    status: z.string().default(""),
    details: z.array(z.looseObject({ errorCode: z.string().optional() })).default([]),
  }),
});

interface GoogleOptions {
  readonly accountFile: string;
  readonly url: string;
  readonly ca: string | undefined;
  readonly clock: Clock;
  readonly log: Logger;
}

interface Account extends z.output<typeof account> {
  readonly key: KeyObject;
}

/**
 * Creates the provider.
 * @throws ConfigError if the account is invalid
 */
export async function openGoogleProvider(options: GoogleOptions): Promise<Provider<GoogleNotification>> {
  try {
    const read = account.parse(JSON.parse(await readFile(options.accountFile, "utf8")));
    return new GoogleProvider(options, { ...read, key: createPrivateKey(read.private_key) });
  } catch (cause) {
    throw new ConfigError(
      "PARLANCE_RELAY_GOOGLE_ACCOUNT_FILE is invalid: it must be the path of a service account key file (JSON)",
      { cause },
    );
  }
}

/** Provider for Google's service (HTTP v1). It uses access tokens, which the service issues for the account's key. */
class GoogleProvider implements Provider<GoogleNotification> {
  readonly #options: GoogleOptions;
  readonly #account: Account;
  readonly #agent: Agent;
  readonly #problemLog: ThrottledLog;
  #token: { readonly text: Promise<string>; until: number } | undefined;

  constructor(options: GoogleOptions, used: Account) {
    this.#options = options;
    this.#account = used;
    this.#problemLog = new ThrottledLog("google", options);
    const { ca } = options;
    this.#agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS, ...(ca !== undefined && { ca }) });
  }

  send(notice: GoogleNotification, deadline: number): Promise<DeliveryOutcome> {
    const { clock } = this.#options;
    const attempt = (remaining: RemainingTime) => this.#attempt(notice, remaining);
    return retryUntilDeadline(attempt, { clock, problemLog: this.#problemLog, deadline });
  }

  async close(): Promise<void> {
    this.#agent.destroy();
  }

  async #attempt({ token, priority, data }: GoogleNotification, { ms }: RemainingTime): Promise<AttemptResult> {
    const timeoutMs = Math.min(ms, RESPONSE_TIMEOUT_MS);
    const bearer = await this.#bearer(timeoutMs).catch((error: unknown) => {
      if (error instanceof KeyRejected) return error;
      throw error;
    });
    if (bearer instanceof KeyRejected) return { outcome: "unauthorized", reason: bearer.message };
    const message = { token, data, android: { priority, ttl: `${NOTIFICATION_LIFETIME_SECONDS}s` } };
    const answer = await postRequest(`${this.#options.url}/v1/projects/${this.#account.project_id}/messages:send`, {
      agent: this.#agent,
      timeoutMs,
      headers: { "content-type": "application/json", authorization: `Bearer ${bearer}` },
      body: JSON.stringify({ message }),
    });
    if (answer.status === 200) return { outcome: "sent" };
    // The access token is no longer accepted. The next request gets a new one.
    if (answer.status === 401) this.#token = undefined;
    return outcomeOf(answer);
  }

  /** Returns the access token. Concurrent notifications share a single request for it. */
  #bearer(timeoutMs: number): Promise<string> {
    const { clock } = this.#options;
    if (this.#token && clock.elapsed() < this.#token.until) return this.#token.text;
    const pending = this.#requestToken(timeoutMs);
    const token = { text: pending.then(({ text }) => text), until: Infinity };
    this.#token = token;
    pending.then(
      ({ lifeMs }) => (token.until = clock.elapsed() + lifeMs - TOKEN_RENEWAL_MARGIN_MS),
      () => {
        if (this.#token === token) this.#token = undefined;
      },
    );
    return token.text;
  }

  async #requestToken(timeoutMs: number): Promise<{ text: string; lifeMs: number }> {
    const { client_email: iss, token_uri: aud, key } = this.#account;
    const iat = Math.floor(this.#options.clock.now().getTime() / 1000);
    const assertion = createJsonWebToken(key, { iss, scope: SCOPE, aud, iat, exp: iat + ASSERTION_SECONDS });
    const { status, json } = await postRequest(aud, {
      agent: this.#agent,
      timeoutMs,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ grant_type: GRANT, assertion }).toString(),
    });
    const { success, data } = tokenResponse.safeParse(json);
    const isRefused = status >= 400 && status < 500 && status !== 408 && status !== 429;
    if (isRefused) throw new KeyRejected(`${status} no token for the service account`);
    if (status !== 200 || !success) throw new Error(`no token for the service account: status ${status}`);
    return { text: data.access_token, lifeMs: data.expires_in * 1000 };
  }
}

/** Thrown if Google refuses to issue an access token for the account's key. */
class KeyRejected extends Error {
  override readonly name = "KeyRejected";
}

/** Error code: the phone's token belongs to apps of a different account. */
const SENDER_MISMATCH = "SENDER_ID_MISMATCH";

function outcomeOf({ status, json, retryAfterMs }: PostResponse): AttemptResult {
  const { data } = errorResponse.safeParse(json);
  const codes = data?.error.details.flatMap(({ errorCode }) => errorCode ?? []) ?? [];
  if (codes.includes("UNREGISTERED")) return { outcome: "gone" };
  const isPassing = status === 401 || status === 429 || status >= 500 || codes.includes("QUOTA_EXCEEDED");
  if (isPassing) return { againAfterMs: retryAfterMs };
  const reason = `${status} ${codes[0] ?? data?.error.status ?? ""}`;
  // The account is not allowed to send, or the project does not exist.
  const isKeyRefused = (status === 403 && !codes.includes(SENDER_MISMATCH)) || status === 404;
  return { outcome: isKeyRefused ? "unauthorized" : "refused", reason };
}
