import { createPrivateKey, type KeyObject } from "node:crypto";
import { readFile } from "node:fs/promises";
import { Agent } from "node:https";
import { z } from "zod";
import { ConfigError } from "@parlance/server/kernel/config.ts";
import type { Clock } from "@parlance/server/kernel/clock.ts";
import type { Logger } from "@parlance/server/kernel/log.ts";
import { Complaints } from "./throttled-log.ts";
import { post, type PostAnswer } from "./post-request.ts";
import { type GoogleNotice, LIFETIME_SECONDS, type Outcome, type Provider, type Try } from "./provider.ts";
import { type Remaining, tryRepeatedly } from "./retry-until-deadline.ts";
import { webToken } from "./json-web-token.ts";

const SCOPE = "https://www.googleapis.com/auth/firebase.messaging";
const GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const ASSERTION_SECONDS = 3600;
/** A token is renewed so long before it ends. */
const MARGIN_MS = 60_000;
const ANSWER_MS = 8000;
const SOCKETS = 32;

const account = z.object({
  project_id: z.string().regex(/^[a-z0-9.:-]+$/),
  client_email: z.string(),
  private_key: z.string(),
  token_uri: z.url({ protocol: /^https$/ }),
});
const granted = z.object({ access_token: z.string(), expires_in: z.number() });
const refusal = z.object({
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

/** @throws ConfigError when the account is none */
export async function openGoogle(options: GoogleOptions): Promise<Provider<GoogleNotice>> {
  try {
    const read = account.parse(JSON.parse(await readFile(options.accountFile, "utf8")));
    return new Google(options, { ...read, key: createPrivateKey(read.private_key) });
  } catch (cause) {
    throw new ConfigError(
      "PARLANCE_RELAY_GOOGLE_ACCOUNT_FILE is invalid: it must be the path of a service account key file (JSON)",
      { cause },
    );
  }
}

/** Google's service (HTTP v1), used with a token that it gives for the account's key. */
class Google implements Provider<GoogleNotice> {
  readonly #options: GoogleOptions;
  readonly #account: Account;
  readonly #agent: Agent;
  readonly #complaints: Complaints;
  #token: { readonly text: Promise<string>; until: number } | undefined;

  constructor(options: GoogleOptions, used: Account) {
    this.#options = options;
    this.#account = used;
    this.#complaints = new Complaints("google", options);
    const { ca } = options;
    this.#agent = new Agent({ keepAlive: true, maxSockets: SOCKETS, ...(ca !== undefined && { ca }) });
  }

  send(notice: GoogleNotice, deadline: number): Promise<Outcome> {
    const { clock } = this.#options;
    const attempt = (remaining: Remaining) => this.#try(notice, remaining);
    return tryRepeatedly(attempt, { clock, complaints: this.#complaints, deadline });
  }

  async close(): Promise<void> {
    this.#agent.destroy();
  }

  async #try({ token, priority, data }: GoogleNotice, { ms }: Remaining): Promise<Try> {
    const patienceMs = Math.min(ms, ANSWER_MS);
    const bearer = await this.#bearer(patienceMs).catch((error: unknown) => {
      if (error instanceof KeyRefused) return error;
      throw error;
    });
    if (bearer instanceof KeyRefused) return { outcome: "unauthorized", reason: bearer.message };
    const message = { token, data, android: { priority, ttl: `${LIFETIME_SECONDS}s` } };
    const answer = await post(`${this.#options.url}/v1/projects/${this.#account.project_id}/messages:send`, {
      agent: this.#agent,
      patienceMs,
      headers: { "content-type": "application/json", authorization: `Bearer ${bearer}` },
      body: JSON.stringify({ message }),
    });
    if (answer.status === 200) return { outcome: "sent" };
    // A token that is not taken any more is asked for anew.
    if (answer.status === 401) this.#token = undefined;
    return outcomeOf(answer);
  }

  /** Asked for once for all who need it. */
  #bearer(patienceMs: number): Promise<string> {
    const { clock } = this.#options;
    if (this.#token && clock.elapsed() < this.#token.until) return this.#token.text;
    const asked = this.#ask(patienceMs);
    const token = { text: asked.then(({ text }) => text), until: Infinity };
    this.#token = token;
    asked.then(
      ({ lifeMs }) => (token.until = clock.elapsed() + lifeMs - MARGIN_MS),
      () => {
        if (this.#token === token) this.#token = undefined;
      },
    );
    return token.text;
  }

  async #ask(patienceMs: number): Promise<{ text: string; lifeMs: number }> {
    const { client_email: iss, token_uri: aud, key } = this.#account;
    const iat = Math.floor(this.#options.clock.now().getTime() / 1000);
    const assertion = webToken(key, { iss, scope: SCOPE, aud, iat, exp: iat + ASSERTION_SECONDS });
    const { status, json } = await post(aud, {
      agent: this.#agent,
      patienceMs,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ grant_type: GRANT, assertion }).toString(),
    });
    const { success, data } = granted.safeParse(json);
    const isRefused = status >= 400 && status < 500 && status !== 408 && status !== 429;
    if (isRefused) throw new KeyRefused(`${status} no token for the service account`);
    if (status !== 200 || !success) throw new Error(`no token for the service account: status ${status}`);
    return { text: data.access_token, lifeMs: data.expires_in * 1000 };
  }
}

/** Google gives no tokens for the account's key. */
class KeyRefused extends Error {
  override readonly name = "KeyRefused";
}

/** A token of a phone that another account's apps use. */
const OF_ANOTHER = "SENDER_ID_MISMATCH";

function outcomeOf({ status, json, retryAfterMs }: PostAnswer): Try {
  const { data } = refusal.safeParse(json);
  const codes = data?.error.details.flatMap(({ errorCode }) => errorCode ?? []) ?? [];
  if (codes.includes("UNREGISTERED")) return { outcome: "gone" };
  const isPassing = status === 401 || status === 429 || status >= 500 || codes.includes("QUOTA_EXCEEDED");
  if (isPassing) return { againAfterMs: retryAfterMs };
  const reason = `${status} ${codes[0] ?? data?.error.status ?? ""}`;
  // The account may not send, or there is no such project.
  const isKeyRefused = (status === 403 && !codes.includes(OF_ANOTHER)) || status === 404;
  return { outcome: isKeyRefused ? "unauthorized" : "refused", reason };
}
