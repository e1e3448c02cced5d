// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createTestOrganization, startServer, withoutBrowser } from "@parlance/testkit";
import { BrowserPushService } from "./fixtures/browser-push-service.ts";
import { openClientAs } from "./fixtures/screen.ts";
import { waitForNotifications } from "./fixtures/shown-notifications.ts";

const maker = await BrowserPushService.start();
after(() => maker[Symbol.asyncDispose]());
const server = await startServer({ linkPreviewInternalHosts: [maker.host] }, { withJobs: true });

test(
  "a browser subscribes to its push service, and shows encrypted notifications from the server while no page is open",
  { skip: withoutBrowser },
  async () => {
    const { hamlet, cordelia } = await createTestOrganization(server);
    const browser = { page: async (options = {}) => maker.page(server, options) };
    const screen = await openClientAs(browser, server, hamlet);
    const { page } = screen;
    const { origin } = new URL(page.url());
    await page.context().grantPermissions(["notifications"], { origin });
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated" || undefined);
    await screen.goTo("#settings/notifications");
    await page.reload();
    await page.getByRole("checkbox", { name: /^Notify me when I'm not active/ }).press("Space");
    await page.getByRole("checkbox", { name: /^Notify me when I'm not active/, checked: true }).waitFor();
    await hamlet.callOrThrow("PATCH", "/settings", { presence_enabled: false });
    // Leaves the client's page. This URL of the same origin shows only JSON, so the client is not running.
    await page.goto(`${origin}/files.json`);

    await cordelia.sendDirectMessage(hamlet, { content: "The **rest** is silence" });
    await waitForNotifications(page, ["Cordelia: The rest is silence"]);
    const [handed] = maker.received;
    assert.doesNotMatch(JSON.stringify(handed?.headers) + handed?.body.toString("latin1"), /silence|Cordelia/);
    const { public_key: key } = await hamlet.callOrThrow("GET", "/users/me/browser_push");
    assert.ok(handed?.headers.authorization?.endsWith(`, k=${key}`));
  },
);
