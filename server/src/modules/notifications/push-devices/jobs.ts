import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { JobContext, JobDeclaration } from "@parlance/kernel/jobs/job.ts";
import { enqueueJob } from "@parlance/kernel/jobs/enqueue-job.ts";
import {
  completeRegistration,
  type PendingRegistration,
  postponeRegistration,
} from "./actions/complete-registration.ts";
import {
  forwardTokenJob,
  introduceToRelayJob,
  reportRealmJob,
  unregisterDeviceJob,
  retryDelaySeconds,
  registerDeviceJob,
} from "./job-kinds.ts";
import { RelayFailure } from "./relay/relay-failure.ts";
import type { Relay } from "./relay/relay.ts";

/** Maximum number of attempts to send a token, a deletion of phones, or the list of organizations to the relay. */
const MAX_FORWARD_TRIES = 20;
const MINUTES_PER_DAY = 24 * 60;

interface UnsentRegistration extends PendingRegistration {
  readonly bouncerKey: string;
}

/** Registers a phone at the relay, and stores the result. Retries after a failure that is not final. */
export const registerDevices = (relay: Relay | null): JobDeclaration => ({
  ...registerDeviceJob,
  async run(ctx, payload) {
    const { user_id: userId, push_account_id: accountId } = registerDeviceJob.payload.parse(payload);
    const pending = await findPendingRegistration(ctx.db.reader, userId, accountId);
    if (!pending || !relay) return;
    try {
      const { realmId, sent: encrypted, bouncerKey } = pending;
      const id = await relay.during(ctx).registerDevice(realmId, { accountId, encrypted, bouncerKey });
      await ctx.db.write((tx) => completeRegistration(tx, pending, { relay_device_id: id }));
    } catch (error) {
      if (!(error instanceof RelayFailure)) throw error;
      if (error.kind === "final") {
        const code = error.code || "BAD_REQUEST";
        await ctx.db.write((tx) => completeRegistration(tx, pending, { error_code: code }));
        return;
      }
      logRelayFailure(ctx, error);
      await ctx.db.write((tx) => postponeRegistration(tx, pending));
    }
  },
});

async function findPendingRegistration(
  db: Reader,
  userId: number,
  accountId: string,
): Promise<UnsentRegistration | undefined> {
  const { rows } = await sql<UnsentRegistration>`
    select user_id as "userId", realm_id as "realmId", push_account_id::text as "accountId",
      encrypted_registration as sent, bouncer_public_key as "bouncerKey"
    from push_device join account on account.id = user_id
    where user_id = ${userId} and push_account_id = ${accountId}::bigint and encrypted_registration is not null`.execute(
    db,
  );
  return rows[0];
}

/** Sends a token to the relay, or removes it there. */
export const forwardTokens = (relay: Relay | null): JobDeclaration => ({
  ...forwardTokenJob,
  async run(ctx, payload) {
    const parsed = forwardTokenJob.payload.parse(payload);
    const {
      realm_id: realmId,
      user_id: userId,
      token_kind: kind,
      token,
      app_id: appId,
      is_kept: isRegistered,
    } = parsed;
    if (!relay) return;
    try {
      await relay.during(ctx).forwardToken(realmId, { userId, kind, token, appId, isRegistered });
    } catch (error) {
      if (!(error instanceof RelayFailure)) throw error;
      // The relay rejects the token, or has already deleted it, so retrying is useless.
      if (error.kind === "final") return;
      logRelayFailure(ctx, error);
      const tries = parsed.tries + 1;
      if (tries >= MAX_FORWARD_TRIES) return;
      const afterSeconds = retryDelaySeconds(tries);
      await ctx.db.write(async (tx) => enqueueJob(tx, forwardTokenJob, { ...parsed, tries }, { afterSeconds }));
    }
  },
});

/** Deletes, at the relay, phones that receive encrypted notifications. */
export const unregisterDevices = (relay: Relay | null): JobDeclaration => ({
  ...unregisterDeviceJob,
  async run(ctx, payload) {
    const parsed = unregisterDeviceJob.payload.parse(payload);
    const tries = parsed.tries + 1;
    try {
      await relay?.during(ctx).unregisterDevices(parsed.realm_id, parsed.device_ids);
    } catch (error) {
      if (!(error instanceof RelayFailure)) throw error;
      // Some relays do not support this request. Even then, the phone gets no more notifications.
      if (error.kind === "final" || tries >= MAX_FORWARD_TRIES) return;
      logRelayFailure(ctx, error);
      const afterSeconds = retryDelaySeconds(tries);
      await ctx.db.write(async (tx) => enqueueJob(tx, unregisterDeviceJob, { ...parsed, tries }, { afterSeconds }));
    }
  },
});

/** Reports to the relay which organizations exist, and which are deactivated. */
export const reportRealms = (relay: Relay | null): JobDeclaration => ({
  ...reportRealmJob,
  async run(ctx, payload) {
    const { tries: before } = reportRealmJob.payload.parse(payload);
    const tries = before + 1;
    try {
      await relay?.during(ctx).reportRealms();
    } catch (error) {
      if (!(error instanceof RelayFailure)) throw error;
      logRelayFailure(ctx, error);
      if (error.kind === "final" || tries >= MAX_FORWARD_TRIES) return;
      await ctx.db.write(async (tx) =>
        enqueueJob(tx, reportRealmJob, { tries }, { afterSeconds: retryDelaySeconds(tries) }),
      );
    }
  },
});

/**
 * Repeats the server's registration at the relay once a day. The time differs between servers, so that the relay does
 * not get all requests at once.
 */
export const reintroduceToRelay = (relay: Relay | null, url: string): JobDeclaration => ({
  ...introduceToRelayJob,
  schedule: dailyAt(createHash("sha256").update(url).digest().readUInt32BE() % MINUTES_PER_DAY),
  async run(ctx) {
    try {
      const isProven = (await relay?.during(ctx).introduceAgain()) ?? true;
      if (!isProven)
        ctx.log.info(
          "the push relay could not reach this server at its host name, so another server could claim the name",
        );
    } catch (error) {
      if (!(error instanceof RelayFailure)) throw error;
      ctx.log.warn({ kind: error.kind, code: error.code }, `${error.message}; trying again tomorrow`);
    }
  },
});

const dailyAt = (minute: number): string => `${minute % 60} ${Math.floor(minute / 60)} * * *`;

const logRelayFailure = ({ log }: JobContext, { kind, code, message }: RelayFailure): void =>
  log.warn({ kind, code }, `${message}; retrying. Check PARLANCE_PUSH_RELAY_URL and PARLANCE_MAIL_FROM.`);
