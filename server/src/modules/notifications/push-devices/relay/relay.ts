import { z } from "zod";
import type { Database } from "@parlance/kernel/db/types.ts";
import type { JobContext } from "@parlance/kernel/jobs/job.ts";
import type { PushMetrics } from "../push-metrics.ts";
import { withGracePeriod } from "./abort-grace-period.ts";
import { type RelayAccount, ensureRelayAccount, relayName, findRelayAccount } from "./relay-account.ts";
import { RelayFailure } from "./relay-failure.ts";
import { type RelayBody, sendRelayRequest } from "./send-relay-request.ts";
import {
  type PhoneToken,
  unencryptedReport,
  type DeliveryReport,
  encryptedReport,
  tokenLists,
} from "./delivery-report.ts";

export interface RelayOptions {
  readonly db: Database;
  /** URL of the relay, with a trailing slash. */
  readonly relayUrl: string;
  /** URL of this server, and email address of its operator. */
  readonly url: string;
  readonly contact: string;
  readonly metrics: PushMetrics;
}

const registeredShape = z.object({ device_id: z.int() });

/** An encrypted notification for one phone. */
export interface EncryptedPush {
  readonly device_id: number;
  readonly [more: string]: unknown;
}

/** An unencrypted notification for a user's phones, with the payloads for both platforms. */
export interface UnencryptedPush {
  readonly userId: number;
  readonly apple: RelayBody;
  readonly google: RelayBody;
  readonly googlePriority: "high" | "normal";
  readonly collapseId: string;
  /** The phones to notify; null for all of the user's phones that the relay knows. */
  readonly only: readonly PhoneToken[] | null;
}

/**
 * Client of the relay, which forwards notifications to the push services of Apple and Google. Its methods throw
 * `RelayFailure`.
 */
export class Relay {
  readonly #options: RelayOptions;
  readonly #cut: AbortSignal | undefined;

  constructor(options: RelayOptions, cut?: AbortSignal) {
    this.#options = options;
    this.#cut = cut;
  }

  /**
   * Returns a relay client for a job. When the server stops, the relay gets a grace period to respond, so that the job
   * can finish in the remaining time.
   */
  during({ signal }: Pick<JobContext, "signal">): Relay {
    return new Relay(this.#options, withGracePeriod(signal));
  }

  /** Returns a relay client whose requests are aborted by a signal, when the API client has disconnected. */
  until(gone: AbortSignal): Relay {
    return new Relay(this.#options, gone);
  }

  /** Registers a phone for encrypted notifications. Returns its id at the relay. */
  async registerDevice(
    realmId: number,
    device: { accountId: string; encrypted: string; bouncerKey: string },
  ): Promise<number> {
    const answered = await this.#call("push/e2ee/register", realmId, "form", ({ realm }) => ({
      realm_uuid: realm,
      push_account_id: device.accountId,
      encrypted_push_registration: device.encrypted,
      bouncer_public_key: device.bouncerKey,
    }));
    return parseResponse(registeredShape, answered).device_id;
  }

  /** Deletes, at the relay, phones that receive encrypted notifications. */
  async unregisterDevices(realmId: number, ids: readonly number[]): Promise<void> {
    await this.#call("push/e2ee/unregister", realmId, "json", ({ realm }) => ({ realm_uuid: realm, device_ids: ids }));
  }

  /**
   * Repeats the registration of this server, if it was ever registered, because its data may have changed. Returns
   * false if the relay could not reach this server at its host name.
   */
  async introduceAgain(): Promise<boolean> {
    const account = await findRelayAccount(this.#options.db);
    return account === undefined || this.#introduceServer(account);
  }

  /** Reports which organizations exist and which are deactivated, whose phones the relay then deletes. */
  async reportRealms(): Promise<void> {
    const account = await ensureRelayAccount(this.#options.db);
    try {
      await this.#introduceRealms(account);
    } catch (error) {
      if (!(error instanceof RelayFailure) || INTRODUCTIONS[error.code] !== "server") throw error;
      // The relay does not know this server, so it has no phones of deactivated organizations to delete.
    }
  }

  /** Sends encrypted notifications. The report identifies phones by the relay's ids. */
  async notify(realmId: number, pushes: readonly EncryptedPush[]): Promise<DeliveryReport<number>> {
    const answered = await this.#call("push/e2ee/notify", realmId, "json", ({ realm }) => ({
      realm_uuid: realm,
      push_requests: pushes,
    }));
    return parseResponse(encryptedReport, answered);
  }

  /** Sends an unencrypted notification to a user's phones. */
  async notifyPlain(realmId: number, push: UnencryptedPush): Promise<DeliveryReport<PhoneToken>> {
    const { userId, apple, google, googlePriority, collapseId, only } = push;
    const answered = await this.#call("push/notify", realmId, "json", ({ account, realm }) => ({
      realm_uuid: realm,
      user_uuid: relayName(account, "user", userId),
      user_id: userId,
      apns_payload: apple,
      gcm_payload: google,
      gcm_options: { priority: googlePriority },
      apns_collapse_id: collapseId,
      ...(only && { only: tokenLists(only) }),
    }));
    return parseResponse(unencryptedReport, answered);
  }

  /** Adds or removes, at the relay, the token of a phone that receives unencrypted notifications. */
  async forwardToken(
    realmId: number,
    device: { userId: number; kind: "apns" | "fcm"; token: string; appId: string | null; isRegistered: boolean },
  ): Promise<void> {
    const { userId, kind, token, appId, isRegistered } = device;
    await this.#call(isRegistered ? "push/register" : "push/unregister", realmId, "form", ({ account, realm }) => ({
      realm_uuid: realm,
      user_uuid: relayName(account, "user", userId),
      user_id: userId,
      token,
      token_kind: KINDS[kind],
      ...(isRegistered && kind === "apns" && { ios_app_id: appId }),
    }));
  }

  /** Sends an unencrypted test notification to one phone. */
  async testPlain(realmId: number, userId: number, { kind, token, payload, brand }: UnencryptedTest): Promise<void> {
    await this.#call("push/test_notification", realmId, "json", ({ account, realm }) => ({
      realm_uuid: realm,
      user_uuid: relayName(account, "user", userId),
      user_id: userId,
      token,
      token_kind: KINDS[kind],
      base_payload: payload,
      ...(brand !== "" && { brand }),
    }));
  }

  /**
   * Sends a request for an organization. If the relay does not know the server or the organization, registers it and
   * repeats the request.
   */
  async #call(path: string, realmId: number, form: Form, body: (names: Names) => RelayBody): Promise<RelayBody> {
    const account = await ensureRelayAccount(this.#options.db);
    const names = { account, realm: relayName(account, "realm", realmId) };
    for (const known = new Set<string>(); ;) {
      try {
        return await this.#post(path, body(names), form, account);
      } catch (error) {
        const step = error instanceof RelayFailure ? INTRODUCTIONS[error.code] : undefined;
        if (step === undefined || known.has(step)) throw error;
        known.add(step);
        await this.#introduce(step, account);
      }
    }
  }

  /**
   * Registers the server or its organizations. If this fails permanently, the failure does not count as final for the
   * original request.
   */
  async #introduce(step: "server" | "realms", account: RelayAccount): Promise<void> {
    try {
      if (step === "server") await this.#introduceServer(account);
      else await this.#introduceRealms(account);
    } catch (error) {
      if (!(error instanceof RelayFailure) || error.kind !== "final") throw error;
      const { contact } = this.#options;
      const message = `the relay refused to register this server with the contact address ${contact}: ${error.message}`;
      throw new RelayFailure("refused", message, { code: error.code, cause: error });
    }
  }

  /**
   * Registers this server. Returns false if the relay reports that it could not reach the server at its host name; some
   * relays do not check this.
   */
  async #introduceServer(account: RelayAccount): Promise<boolean> {
    const { url, contact } = this.#options;
    const server = { service_org_id: account.id, service_org_key: account.key };
    const about = { ...server, hostname: new URL(url).host, contact_email: contact };
    const answered = await this.#post("server/register", about, "form");
    return answered["hostname_proven"] !== false;
  }

  async #introduceRealms(account: RelayAccount): Promise<void> {
    const rows = await this.#options.db.reader
      .selectFrom("realm")
      .select(["id", "name", "subdomain", "deactivated_at", "created_at"])
      .where("subdomain", "is not", null)
      .orderBy("id")
      .execute();
    const { host, protocol } = new URL(this.#options.url);
    const realms = rows.map(({ id, name, subdomain, deactivated_at: gone, created_at: since }) => ({
      id,
      uuid: relayName(account, "realm", id),
      uuid_owner_secret: relayName(account, "owner", id),
      name,
      host: subdomain === "" ? host : `${subdomain}.${host}`,
      url: `${protocol}//${subdomain === "" ? host : `${subdomain}.${host}`}`,
      deactivated: gone !== null,
      date_created: since.getTime() / 1000,
    }));
    const nothing = { realm_counts: [], installation_counts: [], realmauditlog_rows: [] };
    await this.#post("server/analytics", { ...nothing, realms }, "form", account);
  }

  async #post(path: string, body: RelayBody, format: Form, account?: RelayAccount): Promise<RelayBody> {
    const { relayUrl, metrics } = this.#options;
    try {
      const answered = await sendRelayRequest({ relayUrl, path, body, format, account, signal: this.#cut });
      metrics.countRelayRequest("fulfilled");
      return answered;
    } catch (error) {
      if (error instanceof RelayFailure) metrics.countRelayRequest(error.kind);
      throw error;
    }
  }
}

export interface UnencryptedTest {
  readonly kind: "apns" | "fcm";
  readonly token: string;
  readonly payload: RelayBody;
  /** Prefix of field names; see `brandName`. */
  readonly brand: string;
}

interface Names {
  readonly account: RelayAccount;
  readonly realm: string;
}

type Form = "form" | "json";

const KINDS = { apns: 1, fcm: 2 } as const;

/** The registration that is needed after an error code of the relay. */
const INTRODUCTIONS: Readonly<Record<string, "server" | "realms">> = {
  INVALID_SERVICE_ORG: "server",
  UNAUTHORIZED: "server",
  MISSING_REMOTE_REALM: "realms",
};

function parseResponse<S extends z.ZodType>(schema: S, body: RelayBody): z.output<S> {
  const { data, error } = schema.safeParse(body);
  if (error) throw new RelayFailure("broken", "the relay's response is invalid", { cause: error });
  return data;
}
