import { SsrfGuard } from "@parlance/kernel/outgoing/ssrf-guard.ts";
import type { Module } from "@parlance/kernel/http/module.ts";
import { add } from "./api/add.ts";
import { remove } from "./api/remove.ts";
import { showKey } from "./api/show-key.ts";
import { type BrowserPushServices, notifyBrowsers } from "./jobs.ts";

/** Creates the module for push notifications in browsers, which work even if the web client is not open. */
export function browserPushModule(parts: Omit<BrowserPushServices, "guard">): Module {
  const { linkPreviewInternalHosts: internalHosts, linkPreviewProxy: proxy } = parts.settings;
  const guard = new SsrfGuard({ internalHosts, isBehindProxy: proxy !== undefined });
  return {
    name: "browser-push",
    floor: "notifications",
    tables: ["push_browser"],
    endpoints: [showKey(parts.key.publicKey), add({ guard, internalHosts }), remove],
    jobs: [notifyBrowsers({ ...parts, guard })],
  };
}
