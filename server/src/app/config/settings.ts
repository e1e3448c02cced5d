import { tracingSettings } from "@parlance/kernel/tracing/settings.ts";
import type { ValuesOf } from "@parlance/kernel/config/setting.ts";
import { databaseSettings } from "@parlance/kernel/db/settings.ts";
import { fileSettings } from "@parlance/kernel/files/settings.ts";
import { httpSettings } from "@parlance/kernel/http/settings.ts";
import { rateLimitSettings, settingsOfRateLimits } from "@parlance/kernel/rate-limits/settings.ts";
import { webPublicSettings } from "#modules/channels/core/access/web-public-setting.ts";
import { invitationSettings } from "#modules/invitations/settings.ts";
import { messagePageSettings } from "#modules/messages/fetch/page-settings.ts";
import { linkPreviewSettings } from "#modules/messages/link-previews/settings.ts";
import { uploadSettings } from "#modules/messages/uploads/settings.ts";
import { incomingMailSettings } from "#modules/notifications/incoming-email/settings.ts";
import { pushSettings } from "#modules/notifications/push-devices/settings.ts";
import { emailSettings } from "#modules/platform/email/email-settings.ts";
import { videoCallSettings } from "#modules/platform/video-calls/video-call-settings.ts";
import { loginSettings } from "#modules/sign-in/credentials/login-settings.ts";
import { ldapDeclarations } from "#modules/sign-in/ldap/settings.ts";
import { identityProviderSettings } from "#modules/sign-in/providers/providers-file-setting.ts";
import { avatarSettings } from "#modules/users/core/avatars/avatar-settings.ts";
import { eventQueueSettings } from "#realtime/settings.ts";
import { backupDeclarations } from "../../backups/settings.ts";
import { httpsDeclarations } from "../../https/settings.ts";
import { metricsSettings } from "./metrics-settings.ts";
import { rateLimits } from "./rate-limits.ts";
import { listenSettings, startSettings } from "./start-settings.ts";

/** Settings on which the behavior of a running server depends. All other settings concern its start. */
const serverSettings = {
  ...uploadSettings,
  ...emailSettings,
  ...incomingMailSettings,
  ...pushSettings,
  ...loginSettings,
  ...eventQueueSettings,
  ...invitationSettings,
  ...avatarSettings,
  ...webPublicSettings,
  ...videoCallSettings,
  ...linkPreviewSettings,
  ...messagePageSettings,
  ...httpSettings,
  ...metricsSettings,
  ...tracingSettings,
};

/** All settings, in the order in which they are documented. */
export const settings = {
  ...listenSettings,
  ...httpsDeclarations,
  ...startSettings,
  ...databaseSettings,
  ...fileSettings,
  ...backupDeclarations,
  ...serverSettings,
  ...ldapDeclarations,
  ...identityProviderSettings,
  ...rateLimitSettings,
  ...settingsOfRateLimits(rateLimits),
};

/** The values of all settings. */
export type SettingValues = ValuesOf<typeof settings>;

/** The values of the settings on which the behavior of a running server depends. */
export type ServerSettingValues = ValuesOf<typeof serverSettings>;
