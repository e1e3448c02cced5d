import type { LinkPreviewSettings } from "#modules/messages/link-previews/settings.ts";
import type { MailSettings } from "#modules/platform/email/email-settings.ts";

/** How browsers are told: over the same ways out of the network as pages are fetched. */
export type BrowserPushSettings = Pick<LinkPreviewSettings, "linkPreviewInternalHosts" | "linkPreviewProxy"> &
  Pick<MailSettings, "url" | "mailFrom">;
