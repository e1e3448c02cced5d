import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshots } from "@parlance/kernel/organization-snapshot/organization-snapshots.ts";
import type { JobContext, JobDeclaration } from "@parlance/kernel/jobs/job.ts";
import { enqueueJob } from "@parlance/kernel/jobs/enqueue-job.ts";
import type { RealmSite } from "#modules/organizations/core/queries.ts";
import type { SsrfGuard } from "@parlance/kernel/outgoing/ssrf-guard.ts";
import { changeableSettings } from "#modules/users/core/settings/user-settings.ts";
import { senderAddress, type EmailSettings } from "#modules/platform/email/email-settings.ts";
import { FetchRejected, HostNotFound } from "@parlance/kernel/outgoing/fetch-errors.ts";
import { loadShownMessages, findMissedConversations } from "../email/missed-messages.ts";
import { findReachableUser } from "../core/reachable-user.ts";
import { removeBrowser } from "./actions/remove-browser.ts";
import { notifyBrowserJob } from "./browser-transport.ts";
import { type BrowserKeys, encryptForBrowser } from "./push-encryption.ts";
import type { PushMetrics } from "../push-devices/push-metrics.ts";
import { type BrowserNotification, createBrowserNotification } from "./payload.ts";
import { sendPush } from "./push-service-client.ts";
import { createVapidAuthorization, type VapidKey } from "./vapid.ts";
import type { LinkPreviewSettings } from "#modules/messages/link-previews/settings.ts";

/** Settings for push requests. They use the same proxy and the same address checks as requests for link previews. */
type BrowserPushSettings = Pick<LinkPreviewSettings, "linkPreviewInternalHosts" | "linkPreviewProxy"> &
  Pick<EmailSettings, "url" | "mailFrom">;

export interface BrowserPushServices {
  readonly snapshots: OrganizationSnapshots;
  readonly key: VapidKey;
  readonly settings: BrowserPushSettings & RealmSite;
  readonly guard: SsrfGuard;
  readonly metrics: PushMetrics;
}

interface NotificationTarget {
  readonly browserId: number;
  readonly userId: number;
  readonly messageId: number;
}

/** Statuses with which a push service reports that a browser no longer exists. */
const GONE_STATUSES = new Set([404, 410]);
const PAYLOAD_TOO_LARGE = 413;

/** Maximum number of attempts. They take about half an hour, after which a notification is of little use. */
const MAX_TRIES = 6;
/**
 * Retractions cover the notifications that ended last: at most this long ago, in milliseconds, and at most this number
 * of them.
 */
const RETRACTION_WINDOW_MS = 24 * 3600 * 1000;
const MAX_RETRACTED_MESSAGES = 50;
/** Number of the user's newest notifications that are searched for read messages. */
const MAX_CHECKED_NOTIFICATIONS = 1000;
/** Delay before the second attempt, in seconds. Each further delay is four times as long. */
const INITIAL_RETRY_DELAY_SECONDS = 5;

/**
 * Notifies a browser of a message, unless the notification has ended meanwhile, for example because the message was
 * read.
 */
export const notifyBrowsers = (office: BrowserPushServices): JobDeclaration => ({
  ...notifyBrowserJob,
  async run(ctx, payload) {
    const {
      browser_id: browserId,
      user_id: userId,
      message_id: messageId,
      tries,
    } = notifyBrowserJob.payload.parse(payload);
    const browser = await findBrowser(ctx.db.reader, { browserId, userId, messageId });
    const notice = browser && (await createNotification(ctx, office, { browserId, userId, messageId }));
    if (!browser || !notice) return;
    const outcome = await sendNotification(ctx, office, browser, notice).catch((error: unknown) => {
      // If the request is not allowed, retrying is pointless, as it is for a notification that is too large.
      if (error instanceof FetchRejected && !(error instanceof HostNotFound)) return PAYLOAD_TOO_LARGE;
      return (error as NodeJS.ErrnoException).code ?? "no response";
    });
    const isSent = typeof outcome === "number" && outcome < 400;
    const isGone = typeof outcome === "number" && GONE_STATUSES.has(outcome);
    const canRetry = !isSent && !isGone && outcome !== PAYLOAD_TOO_LARGE && tries + 1 < MAX_TRIES;
    office.metrics.countAttempt("browser", isSent ? "sent" : canRetry ? "postponed" : "failed");
    if (isGone) return ctx.db.write((tx) => removeBrowser(tx, browserId));
    if (isSent || outcome === PAYLOAD_TOO_LARGE) return;
    const afterSeconds = INITIAL_RETRY_DELAY_SECONDS * 4 ** tries;
    ctx.log.warn({ outcome, tries: tries + 1 }, "a push service did not accept a notification");
    if (!canRetry) return;
    const again = { browser_id: browserId, user_id: userId, message_id: messageId, tries: tries + 1 };
    await ctx.db.write(async (tx) => enqueueJob(tx, notifyBrowserJob, again, { afterSeconds }));
  },
});

interface Browser extends BrowserKeys {
  readonly endpoint: string;
}

/** Finds the browser, if it still belongs to the user and the notification is still wanted. */
const findBrowser = (db: Reader, { browserId, userId, messageId }: NotificationTarget): Promise<Browser | undefined> =>
  db
    .selectFrom("push_browser")
    .innerJoin("notice", "notice.user_id", "push_browser.user_id")
    .select(["endpoint", "p256dh", "auth"])
    .where("push_browser.id", "=", browserId)
    .where("push_browser.user_id", "=", userId)
    .where("notice.message_id", "=", messageId)
    .where("notice.ended_at", "is", null)
    .executeTakeFirst();

async function createNotification(
  { db: { reader: db }, clock }: JobContext,
  office: BrowserPushServices,
  { userId, messageId }: NotificationTarget,
): Promise<BrowserNotification | null> {
  const person = await findReachableUser(db, { ...office, site: office.settings }, userId);
  if (!person) return null;
  const { realm, account, reader } = person;
  const notification = { ids: [messageId], occasions: ["direct_message"], groupIds: [null] } as const;
  const [conversation] = await findMissedConversations(db, reader, notification, 1);
  const [message] = conversation ? await loadShownMessages(db, reader, conversation.shownIds) : [];
  if (!conversation || !message) return null;
  const isDirect = !("channel" in conversation.target);
  const isContentHidden = isDirect && !changeableSettings(account).pm_content_in_desktop_notifications;
  return createBrowserNotification(
    realm.url,
    { target: conversation.target, message },
    { isContentHidden, readMessageIds: await findRecentlyRead(db, userId, clock.now()) },
  );
}

/**
 * Finds messages whose notifications must be retracted, because the messages were read, deleted or became unreadable.
 * Browsers must show a notification for each push request, so retractions are sent together with the next notification.
 * Only the newest notifications of the user are searched: browsers show fewer, and a user may have tens of thousands.
 */
async function findRecentlyRead(db: Reader, userId: number, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select message_id as id from (
      select * from notice where user_id = ${userId} order by message_id desc limit ${MAX_CHECKED_NOTIFICATIONS}
    ) as notice
    where by_browser and ended_at > ${new Date(now.getTime() - RETRACTION_WINDOW_MS)}
    order by ended_at desc limit ${MAX_RETRACTED_MESSAGES}`.execute(db);
  return rows.map(({ id }) => id);
}

async function sendNotification(
  { clock, signal }: JobContext,
  office: BrowserPushServices,
  browser: Browser,
  notice: BrowserNotification,
) {
  const { linkPreviewProxy: proxy } = office.settings;
  const endpoint = new URL(browser.endpoint);
  const contact = `mailto:${senderAddress(office.settings)}`;
  const push = {
    endpoint,
    authorization: createVapidAuthorization(office.key, endpoint, { contact, now: clock.now() }),
    body: encryptForBrowser(browser, Buffer.from(JSON.stringify(notice))),
    topic: createHash("sha256").update(notice.tag).digest("base64url").slice(0, 32),
  };
  return sendPush({ guard: office.guard, proxy }, push, signal);
}
