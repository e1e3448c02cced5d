import { flag, setting } from "@parlance/kernel/config/setting.ts";

/** The setting of web-public channels. */
export const webPublicSettings = {
  webPublicChannels: setting(flag, {
    key: "organizations.web_public_channels",
    variable: "PARLANCE_WEB_PUBLIC_CHANNELS",
    default: true,
    meaning:
      "Whether organizations can have web-public channels, which can be read without an account. Each organization also has to turn them on (`enable_spectator_access`). If false, web-public channels cannot be created, and existing ones cannot be read without an account.",
  }),
};
