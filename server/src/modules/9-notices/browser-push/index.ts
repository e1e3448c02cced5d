import type { Module } from "#kernel/http/module.ts";
import { add } from "./api/add.ts";
import { remove } from "./api/remove.ts";
import { showKey } from "./api/show-key.ts";
import { type PushOffice, tellBrowsers } from "./jobs.ts";

/** Notifications in browsers in which no page of ours is open. */
export const browserPushModule = (office: PushOffice): Module => ({
  name: "browser-push",
  endpoints: [showKey(office.key.publicKey), add(office.settings.linkPreviewInternalHosts), remove],
  jobs: [tellBrowsers(office)],
});
