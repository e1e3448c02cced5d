import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { JobContext, JobDeclaration } from "@parlance/kernel/jobs/job.ts";
import { isEmailAddress } from "#modules/users/core/email-addresses.ts";
import { startDelivery, type EmailInDelivery } from "./actions/start-delivery.ts";
import { markFailed, markSent, scheduleRetry, type DeliveryAttempt } from "./actions/finish-delivery.ts";
import { deliverEmailJob, MAX_DELIVERY_ATTEMPTS, retryDelaySeconds } from "./delivery-job.ts";
import type { EmailMetrics } from "./email-metrics.ts";
import { type DeliveryFailure, toDeliveryFailure } from "./transport/delivery-failure.ts";
import { limitMailFolder } from "./transport/limit-mail-folder.ts";
import type { EmailTransport } from "./transport/email-transport.ts";
import { type EmailSettings, senderAddress } from "./email-settings.ts";
import { toHeaderText } from "./header-text.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";

/** Deletes sent and failed emails that were created before a time. Pending emails remain. */
async function pruneEmails(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom("mail").where("created_at", "<", before).where("state", "<>", "waiting").execute();
}

/** Time after its creation for which a sent or failed email is stored, in milliseconds. */
const RETENTION_MS = 30 * 24 * 3600 * 1000;
/** Timeout for the delivery of an email to the mail server, in milliseconds. */
const DELIVERY_TIMEOUT_MS = 5 * 60_000;
/**
 * Time that a delivery in progress gets when the server stops, in milliseconds. An email whose delivery is cut off may
 * be sent twice.
 */
const SHUTDOWN_GRACE_MS = 4000;

export interface DeliveryContext {
  readonly transport: EmailTransport;
  readonly settings: EmailSettings;
  readonly metrics: EmailMetrics;
}

/**
 * Creates the job that sends an email. After a failure, it records the reason, and schedules a retry or marks the email
 * as failed.
 */
export const deliverEmails = (office: DeliveryContext): JobDeclaration => ({
  ...deliverEmailJob,
  async run(ctx, payload) {
    closeOnStop(ctx.signal, office.transport);
    const { mail_id: mailId, ticket } = deliverEmailJob.payload.parse(payload);
    const pendingEmail = await ctx.db.write((tx) => startDelivery(tx, { mailId, ticket, now: ctx.clock.now() }));
    if (!pendingEmail) return;
    const failure = await deliver(office, pendingEmail, ctx.signal);
    if (failure) await recordFailure(office, ctx, { mailId, ticket }, pendingEmail, failure);
    else {
      await ctx.db.write((tx) => markSent(tx, { mailId, ticket, now: ctx.clock.now() }));
      office.metrics.countAttempt("sent");
      ctx.log.info({ mail: mailId, kind: pendingEmail.kind }, office.transport.successLog);
      await office.transport.cleanUp?.(ctx.log);
    }
  },
});

const signalsWithCloseHandler = new WeakSet<AbortSignal>();

/** Closes the transport when the server stops, because the shutdown waits until all connections are closed. */
function closeOnStop(stop: AbortSignal, post: EmailTransport): void {
  if (signalsWithCloseHandler.has(stop)) return;
  signalsWithCloseHandler.add(stop);
  stop.addEventListener("abort", () => post.close(), { once: true });
}

/** Delivers an email. Returns the failure; undefined after a success. */
async function deliver(
  { transport, settings }: DeliveryContext,
  pendingEmail: EmailInDelivery,
  stop: AbortSignal,
): Promise<DeliveryFailure | undefined> {
  if (pendingEmail.tries > MAX_DELIVERY_ATTEMPTS) {
    return { isFinal: true, code: "interrupted", reason: "the server was stopped or killed during every attempt" };
  }
  if (!isEmailAddress(pendingEmail.to_address))
    return { isFinal: true, code: "no address", reason: "this is not an email address" };
  using gracePeriod = abortAfterGracePeriod(stop);
  try {
    await transport.deliver(
      {
        id: pendingEmail.id,
        from: { name: toHeaderText(pendingEmail.realm_name), address: senderAddress(settings) },
        to: { name: pendingEmail.to_name, address: pendingEmail.to_address },
        subject: pendingEmail.subject,
        text: pendingEmail.body_text,
        html: pendingEmail.body_html,
        headers: pendingEmail.headers,
        date: pendingEmail.created_at,
      },
      AbortSignal.any([AbortSignal.timeout(DELIVERY_TIMEOUT_MS), gracePeriod.signal]),
    );
    return undefined;
  } catch (error) {
    return toDeliveryFailure(error);
  }
}

/** Returns a signal that is aborted when the grace period after `stop` is over. */
function abortAfterGracePeriod(stop: AbortSignal): Disposable & { signal: AbortSignal } {
  const controller = new AbortController();
  const startTimer = () => setTimeout(() => controller.abort(), SHUTDOWN_GRACE_MS).unref();
  if (stop.aborted) startTimer();
  else stop.addEventListener("abort", startTimer, { once: true });
  return { signal: controller.signal, [Symbol.dispose]: () => stop.removeEventListener("abort", startTimer) };
}

async function recordFailure(
  { metrics, settings }: DeliveryContext,
  ctx: JobContext,
  one: DeliveryAttempt,
  pendingEmail: EmailInDelivery,
  failure: DeliveryFailure,
) {
  const { kind, tries } = pendingEmail;
  const { code, reason, isFinal } = failure;
  if (isFinal || tries >= MAX_DELIVERY_ATTEMPTS) {
    await ctx.db.write((tx) => markFailed(tx, { ...one, reason }));
    metrics.countAttempt("failed");
    ctx.log.error(
      { mail: one.mailId, kind, code, tries },
      "an email could not be sent; `parlance mail list --failed` shows the reason, `parlance mail retry` retries it",
    );
    return;
  }
  const afterSeconds = ctx.signal.aborted ? 0 : retryDelaySeconds(tries, settings.mailRetrySeconds);
  await ctx.db.write((tx) => scheduleRetry(tx, { ...one, reason, afterSeconds }));
  metrics.countAttempt("postponed");
  ctx.log.warn(
    { mail: one.mailId, kind, code, tries, again_in_seconds: afterSeconds },
    "the mail server did not accept an email, which will be retried; if this persists, run `parlance doctor`",
  );
}

/**
 * Creates the job that deletes old emails: those that were sent or failed, and those that were saved as files. It also
 * limits the size of the folder of files.
 */
export const pruneMail = ({ mailFolder }: EmailSettings): JobDeclaration => ({
  name: "prune-mail",
  payload: z.object({}),
  schedule: "41 3 * * *",
  async run({ db, clock, log }) {
    const before = new Date(clock.now().getTime() - RETENTION_MS);
    await db.write((tx) => pruneEmails(tx, before));
    await pruneFiles(mailFolder, before);
    await limitMailFolder(mailFolder, log);
  },
});

async function pruneFiles(folder: string, before: Date): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => one.endsWith(".eml") || one.endsWith(".eml.part"))) {
    const path = join(folder, name);
    const modified = (await stat(path).catch(() => undefined))?.mtime;
    if (modified && modified < before) await rm(path, { force: true });
  }
}
