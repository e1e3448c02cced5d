import type { LinkPreviewSettings } from "#modules/7-on-messages/link-previews/settings.ts";
import type { MailSettings } from "#modules/2-records/mail/settings.ts";

/** How browsers are told: over the same ways out of the network as pages are fetched. */
export type BrowserPushSettings = Pick<LinkPreviewSettings, "linkPreviewInternalHosts" | "linkPreviewProxy"> &
  Pick<MailSettings, "url" | "mailFrom">;
