import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Reader } from "#kernel/db/types.ts";
import type { Directories } from "#kernel/organization-snapshot/organization-snapshots.ts";
import type { JobContext, JobDeclaration } from "#kernel/jobs/job.ts";
import { requestJob } from "#kernel/jobs/enqueue-job.ts";
import type { RealmSite } from "#modules/organizations/core/queries.ts";
import type { SsrfGuard } from "#kernel/outgoing/ssrf-guard.ts";
import { changeableSettings } from "#modules/users/core/settings/user-settings.ts";
import { senderAddress } from "#modules/platform/email/email-settings.ts";
import { FetchRefusal, HostNotFound } from "#kernel/outgoing/fetch-errors.ts";
import { loadShownMessages, missedConversations } from "../email/missed-messages.ts";
import { reachedPerson } from "../core/reachable-user.ts";
import { removeBrowser } from "./actions/remove-browser.ts";
import { tellBrowser } from "./browser-transport.ts";
import { type BrowserKeys, encryptFor } from "./push-encryption.ts";
import { type BrowserNotice, browserNotice } from "./payload.ts";
import { handOver } from "./push-service-client.ts";
import type { BrowserPushSettings } from "./settings.ts";
import { authorization, type VapidKey } from "./vapid.ts";

export interface PushOffice {
  readonly directories: Directories;
  readonly key: VapidKey;
  readonly settings: BrowserPushSettings & RealmSite;
  readonly guard: SsrfGuard;
}

interface Told {
  readonly browserId: number;
  readonly userId: number;
  readonly messageId: number;
}

/** A browser's push service says so of one that is gone. */
const GONE = new Set([404, 410]);
const TOO_LARGE = 413;

/** After so many tries a notification is given up: after about two hours, when it is of little use. */
const MOST_TRIES = 6;
/** What was read is taken back for so long, in milliseconds, and the latest of it alone. */
const TAKEN_BACK_MS = 24 * 3600 * 1000;
const MOST_TAKEN_BACK = 50;
/** Notices of a user among which these are looked for. */
const NEWEST_NOTICES = 1000;
/** The pause before the second try, in seconds; each later one is four times as long. */
const FIRST_PAUSE_SECONDS = 5;

/** Tells a browser of a message, unless it has been read meanwhile. */
export const tellBrowsers = (office: PushOffice): JobDeclaration => ({
  ...tellBrowser,
  async run(ctx, payload) {
    const { browser_id: browserId, user_id: userId, message_id: messageId, tries } = tellBrowser.payload.parse(payload);
    const browser = await browserOf(ctx.db.reader, { browserId, userId, messageId });
    const notice = browser && (await noticeFor(ctx, office, { browserId, userId, messageId }));
    if (!browser || !notice) return;
    const outcome = await send(ctx, office, browser, notice).catch((error: unknown) => {
      // Where it may not be sent at all, nothing else will come of another try.
      if (error instanceof FetchRefusal && !(error instanceof HostNotFound)) return TOO_LARGE;
      return (error as NodeJS.ErrnoException).code ?? "no response";
    });
    if (typeof outcome === "number" && GONE.has(outcome)) return ctx.db.write((tx) => removeBrowser(tx, browserId));
    if (typeof outcome === "number" && (outcome < 400 || outcome === TOO_LARGE)) return;
    const afterSeconds = FIRST_PAUSE_SECONDS * 4 ** tries;
    ctx.log.warn({ outcome, tries: tries + 1 }, "a push service did not accept a notification");
    if (tries + 1 >= MOST_TRIES) return;
    const again = { browser_id: browserId, user_id: userId, message_id: messageId, tries: tries + 1 };
    await ctx.db.write(async (tx) => requestJob(tx, tellBrowser, again, { afterSeconds }));
  },
});

interface Browser extends BrowserKeys {
  readonly endpoint: string;
}

/** The browser, if it is still that person's, and they are still to be told of that message. */
const browserOf = (db: Reader, { browserId, userId, messageId }: Told): Promise<Browser | undefined> =>
  db
    .selectFrom("push_browser")
    .innerJoin("notice", "notice.user_id", "push_browser.user_id")
    .select(["endpoint", "p256dh", "auth"])
    .where("push_browser.id", "=", browserId)
    .where("push_browser.user_id", "=", userId)
    .where("notice.message_id", "=", messageId)
    .where("notice.ended_at", "is", null)
    .executeTakeFirst();

async function noticeFor(
  { db: { reader: db }, clock }: JobContext,
  office: PushOffice,
  { userId, messageId }: Told,
): Promise<BrowserNotice | null> {
  const person = await reachedPerson(db, { ...office, site: office.settings }, userId);
  if (!person) return null;
  const { realm, account, reader } = person;
  const told = { ids: [messageId], occasions: ["direct_message"], groupIds: [null] } as const;
  const [conversation] = await missedConversations(db, reader, told, 1);
  const [message] = conversation ? await loadShownMessages(db, reader, conversation.shownIds) : [];
  if (!conversation || !message) return null;
  const isDirect = !("channel" in conversation.place);
  const isSecret = isDirect && !changeableSettings(account).pm_content_in_desktop_notifications;
  return browserNotice(
    realm.url,
    { place: conversation.place, message },
    { isSecret, read: await readLately(db, userId, clock.now()) },
  );
}

/**
 * Browsers do not let anything be taken back unseen: what was read is taken back with the next message that they are told of. Only
 * the user's newest notices are looked at: browsers show fewer, and a user may have tens of thousands.
 */
async function readLately(db: Reader, userId: number, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select message_id as id from (
      select * from notice where user_id = ${userId} order by message_id desc limit ${NEWEST_NOTICES}
    ) as notice
    where by_browser and ended_at > ${new Date(now.getTime() - TAKEN_BACK_MS)}
    order by ended_at desc limit ${MOST_TAKEN_BACK}`.execute(db);
  return rows.map(({ id }) => id);
}

async function send({ clock, signal }: JobContext, office: PushOffice, browser: Browser, notice: BrowserNotice) {
  const { linkPreviewProxy: proxy } = office.settings;
  const endpoint = new URL(browser.endpoint);
  const contact = `mailto:${senderAddress(office.settings)}`;
  const push = {
    endpoint,
    authorization: authorization(office.key, endpoint, { contact, now: clock.now() }),
    body: encryptFor(browser, Buffer.from(JSON.stringify(notice))),
    topic: createHash("sha256").update(notice.tag).digest("base64url").slice(0, 32),
  };
  return handOver({ guard: office.guard, proxy }, push, signal);
}
