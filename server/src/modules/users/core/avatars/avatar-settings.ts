import { flag, setting } from "@parlance/kernel/config/setting.ts";

/** The setting of profile pictures. */
export const avatarSettings = {
  gravatar: setting(flag, {
    key: "organizations.gravatar",
    variable: "PARLANCE_GRAVATAR",
    default: true,
    meaning:
      "Whether users without an uploaded profile picture are shown with the one from gravatar.com for their email address. That service can then see who looks at whose picture; if false, the server generates pictures itself.",
  }),
};
