import { defineError } from "#kernel/errors.ts";

export const InvalidBrowserKeys = defineError({ text: "Invalid keys for browser notifications" });
export const InvalidPushEndpoint = defineError({ text: "Invalid address for browser notifications" });
export const InternalPushEndpoint = defineError({
  text: "The address for browser notifications must be on the public internet, on the standard port",
});
export const NoSuchBrowser = defineError({ text: "Notifications are not turned on for this browser" });
