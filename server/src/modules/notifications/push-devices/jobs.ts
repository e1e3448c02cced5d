import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Reader } from "#kernel/db/types.ts";
import type { JobContext, JobDeclaration } from "#kernel/jobs/job.ts";
import { requestJob } from "#kernel/jobs/enqueue-job.ts";
import { concludeRegistration, type Pending, postponeRegistration } from "./actions/complete-registration.ts";
import { forwarding, introduction, realmTelling, unregistration } from "./job-kinds.ts";
import { pauseAfter, registration } from "./registration.ts";
import { RelayFailure } from "./relay/relay-failure.ts";
import type { Relay } from "./relay/relay.ts";

/** How often the relay is told of a token, or of organizations, in vain. */
const MOST_FORWARDS = 20;
const MINUTES_OF_DAY = 24 * 60;

interface Waiting extends Pending {
  readonly bouncerKey: string;
}

/** Tells the relay of a phone, and writes down what it says; where it says nothing, it is asked again. */
export const registerDevices = (relay: Relay | null): JobDeclaration => ({
  ...registration,
  async run(ctx, payload) {
    const { user_id: userId, push_account_id: accountId } = registration.payload.parse(payload);
    const pending = await pendingRegistration(ctx.db.reader, userId, accountId);
    if (!pending || !relay) return;
    try {
      const { realmId, sent: encrypted, bouncerKey } = pending;
      const id = await relay.during(ctx).registerDevice(realmId, { accountId, encrypted, bouncerKey });
      await ctx.db.write((tx) => concludeRegistration(tx, pending, { relay_device_id: id }));
    } catch (error) {
      if (!(error instanceof RelayFailure)) throw error;
      if (error.kind === "final") {
        const code = error.code || "BAD_REQUEST";
        await ctx.db.write((tx) => concludeRegistration(tx, pending, { error_code: code }));
        return;
      }
      complain(ctx, error);
      await ctx.db.write((tx) => postponeRegistration(tx, pending));
    }
  },
});

async function pendingRegistration(db: Reader, userId: number, accountId: string): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    select user_id as "userId", realm_id as "realmId", push_account_id::text as "accountId",
      encrypted_registration as sent, bouncer_public_key as "bouncerKey"
    from push_device join account on account.id = user_id
    where user_id = ${userId} and push_account_id = ${accountId}::bigint and encrypted_registration is not null`.execute(
    db,
  );
  return rows[0];
}

/** Tells the relay of a token. */
export const forwardTokens = (relay: Relay | null): JobDeclaration => ({
  ...forwarding,
  async run(ctx, payload) {
    const told = forwarding.payload.parse(payload);
    const { realm_id: realmId, user_id: userId, token_kind: kind, token, app_id: appId, is_kept: isKept } = told;
    if (!relay) return;
    try {
      await relay.during(ctx).forwardToken(realmId, { userId, kind, token, appId, isKept });
    } catch (error) {
      if (!(error instanceof RelayFailure)) throw error;
      // It does not want the token, or forgot it already.
      if (error.kind === "final") return;
      complain(ctx, error);
      const tries = told.tries + 1;
      if (tries >= MOST_FORWARDS) return;
      const afterSeconds = pauseAfter(tries);
      await ctx.db.write(async (tx) => requestJob(tx, forwarding, { ...told, tries }, { afterSeconds }));
    }
  },
});

/** Has the relay forget phones whose notices are encrypted. */
export const unregisterDevices = (relay: Relay | null): JobDeclaration => ({
  ...unregistration,
  async run(ctx, payload) {
    const told = unregistration.payload.parse(payload);
    const tries = told.tries + 1;
    try {
      await relay?.during(ctx).unregisterDevices(told.realm_id, told.device_ids);
    } catch (error) {
      if (!(error instanceof RelayFailure)) throw error;
      // Not every relay knows how: it hears of the phone no more, in any case.
      if (error.kind === "final" || tries >= MOST_FORWARDS) return;
      complain(ctx, error);
      const afterSeconds = pauseAfter(tries);
      await ctx.db.write(async (tx) => requestJob(tx, unregistration, { ...told, tries }, { afterSeconds }));
    }
  },
});

/** Tells the relay which organizations are deactivated. */
export const tellOfRealms = (relay: Relay | null): JobDeclaration => ({
  ...realmTelling,
  async run(ctx, payload) {
    const { tries: before } = realmTelling.payload.parse(payload);
    const tries = before + 1;
    try {
      await relay?.during(ctx).tellOfRealms();
    } catch (error) {
      if (!(error instanceof RelayFailure)) throw error;
      complain(ctx, error);
      if (error.kind === "final" || tries >= MOST_FORWARDS) return;
      await ctx.db.write(async (tx) => requestJob(tx, realmTelling, { tries }, { afterSeconds: pauseAfter(tries) }));
    }
  },
});

/** Once a day, at a time of each server's own, so that a relay does not hear of all at once. */
export const introduceAgain = (relay: Relay | null, url: string): JobDeclaration => ({
  ...introduction,
  schedule: dailyAt(createHash("sha256").update(url).digest().readUInt32BE() % MINUTES_OF_DAY),
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

const complain = ({ log }: JobContext, { kind, code, message }: RelayFailure): void =>
  log.warn({ kind, code }, `${message}; retrying. Check PARLANCE_PUSH_RELAY_URL and PARLANCE_MAIL_FROM.`);
