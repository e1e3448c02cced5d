import { defineError } from "@parlance/kernel/base/errors.ts";

export const InvalidBrowserKeys = defineError({ text: "Invalid keys for browser notifications" });
export const InvalidPushEndpoint = defineError({ text: "Invalid address for browser notifications" });
export const InternalPushEndpoint = defineError({
  text: "The endpoint for browser notifications must be on the public Internet, at the default port",
});
export const NoSuchBrowser = defineError({ text: "This browser is not registered for notifications" });
