import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { JobContext, JobDeclaration } from "#kernel/jobs/job.ts";
import { isEmailAddress } from "#modules/users/core/email-addresses.ts";
import { beginTry, type Draft } from "./actions/start-delivery.ts";
import { giveUp, markSent, postpone, type Try } from "./actions/finish-delivery.ts";
import { pruneLetters } from "./actions/prune-letters.ts";
import { deliverLetter, MOST_TRIES, pauseAfter } from "./delivery-job.ts";
import type { MailMetrics } from "./email-metrics.ts";
import { type Failure, failureOf } from "./transport/delivery-failure.ts";
import { limitMailFolder } from "./transport/limit-mail-folder.ts";
import type { Post } from "./transport/email-transport.ts";
import { type MailSettings, senderAddress } from "./email-settings.ts";
import { singleLine } from "./header-text.ts";

/** How long a letter that is sent, or given up, is remembered. */
const KEPT_MS = 30 * 24 * 3600 * 1000;
/** The longest a conversation with the mail server may take. */
const CONVERSATION_MS = 5 * 60_000;
/** How long a stop lets a conversation go on: a letter that is cut off may go out twice. */
const STOP_PATIENCE_MS = 4000;

export interface Office {
  readonly post: Post;
  readonly settings: MailSettings;
  readonly metrics: MailMetrics;
}

/** Sends one letter, or writes down why not and when it is tried again. */
export const deliverLetters = (office: Office): JobDeclaration => ({
  ...deliverLetter,
  async run(ctx, payload) {
    endWith(ctx.signal, office.post);
    const { mail_id: mailId, ticket } = deliverLetter.payload.parse(payload);
    const letter = await ctx.db.write((tx) => beginTry(tx, { mailId, ticket, now: ctx.clock.now() }));
    if (!letter) return;
    const failure = await deliver(office, letter, ctx.signal);
    if (failure) await writeDown(office, ctx, { mailId, ticket }, letter, failure);
    else {
      await ctx.db.write((tx) => markSent(tx, { mailId, ticket, now: ctx.clock.now() }));
      office.metrics.tried("sent");
      ctx.log.info({ mail: mailId, kind: letter.kind }, office.post.done);
      await office.post.cleanUp?.(ctx.log);
    }
  },
});

const ending = new WeakSet<AbortSignal>();

/** Ends the connections when the server stops, which waits for them. */
function endWith(stop: AbortSignal, post: Post): void {
  if (ending.has(stop)) return;
  ending.add(stop);
  stop.addEventListener("abort", () => post.close(), { once: true });
}

/** What went wrong, if anything did. */
async function deliver({ post, settings }: Office, letter: Draft, stop: AbortSignal): Promise<Failure | undefined> {
  if (letter.tries > MOST_TRIES) {
    return { isFinal: true, code: "interrupted", reason: "the server was stopped or killed during every attempt" };
  }
  if (!isEmailAddress(letter.to_address))
    return { isFinal: true, code: "no address", reason: "this is not an email address" };
  using patience = patienceAfter(stop);
  try {
    await post.deliver(
      {
        id: letter.id,
        from: { name: singleLine(letter.realm_name), address: senderAddress(settings) },
        to: { name: letter.to_name, address: letter.to_address },
        subject: letter.subject,
        text: letter.body_text,
        html: letter.body_html,
        headers: letter.headers,
        date: letter.created_at,
      },
      AbortSignal.any([AbortSignal.timeout(CONVERSATION_MS), patience.signal]),
    );
    return undefined;
  } catch (error) {
    return failureOf(error);
  }
}

/** Aborts some time after `stop` does. */
function patienceAfter(stop: AbortSignal): Disposable & { signal: AbortSignal } {
  const controller = new AbortController();
  const begin = () => setTimeout(() => controller.abort(), STOP_PATIENCE_MS).unref();
  if (stop.aborted) begin();
  else stop.addEventListener("abort", begin, { once: true });
  return { signal: controller.signal, [Symbol.dispose]: () => stop.removeEventListener("abort", begin) };
}

async function writeDown({ metrics, settings }: Office, ctx: JobContext, one: Try, letter: Draft, failure: Failure) {
  const { kind, tries } = letter;
  const { code, reason, isFinal } = failure;
  if (isFinal || tries >= MOST_TRIES) {
    await ctx.db.write((tx) => giveUp(tx, { ...one, reason }));
    metrics.tried("failed");
    ctx.log.error(
      { mail: one.mailId, kind, code, tries },
      "an email could not be sent; `parlance mail list --failed` shows the reason, `parlance mail retry` retries it",
    );
    return;
  }
  const afterSeconds = ctx.signal.aborted ? 0 : pauseAfter(tries, settings.mailRetrySeconds);
  await ctx.db.write((tx) => postpone(tx, { ...one, reason, afterSeconds }));
  metrics.tried("postponed");
  ctx.log.warn(
    { mail: one.mailId, kind, code, tries, again_in_seconds: afterSeconds },
    "the mail server did not accept an email, which will be retried; if this persists, run `parlance doctor`",
  );
}

/** Forgets what was sent or given up long ago, and deletes letters that became files then. */
export const pruneMail = ({ mailFolder }: MailSettings): JobDeclaration => ({
  name: "prune-mail",
  payload: z.object({}),
  schedule: "41 3 * * *",
  async run({ db, clock, log }) {
    const before = new Date(clock.now().getTime() - KEPT_MS);
    await db.write((tx) => pruneLetters(tx, before));
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
