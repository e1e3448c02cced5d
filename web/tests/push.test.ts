// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { newRealm, startServer, withoutBrowser } from "@parlance/testkit";
import { BrowserMaker } from "./fixtures/browser-push-service.ts";
import { opensClient } from "./fixtures/screen.ts";
import { shows } from "./fixtures/shown-notifications.ts";

const maker = await BrowserMaker.start();
after(() => maker[Symbol.asyncDispose]());
const server = await startServer({ linkPreviewInternalHosts: [maker.host] }, { withJobs: true });

test(
  "a browser subscribes with its maker, and shows what the server tells it while no page is open, which nobody between can read",
  { skip: withoutBrowser },
  async () => {
    const { hamlet, cordelia } = await newRealm(server);
    const browser = { page: async (options = {}) => maker.page(server, options) };
    const screen = await opensClient(browser, server, hamlet);
    const { page } = screen;
    const { origin } = new URL(page.url());
    await page.context().grantPermissions(["notifications"], { origin });
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated" || undefined);
    await screen.goTo("#settings/notifications");
    await page.reload();
    await page.getByRole("checkbox", { name: /^Notify me when no tab is open/ }).press("Space");
    await page.getByRole("checkbox", { name: /^Notify me when no tab is open/, checked: true }).waitFor();
    await hamlet.does("PATCH", "/settings", { presence_enabled: false });
    // Something of the server that is no page of the client.
    await page.goto(`${origin}/files.json`);

    await cordelia.writesTo(hamlet, { content: "The **rest** is silence" });
    await shows(page, ["Cordelia: The rest is silence"]);
    const [handed] = maker.handed;
    assert.doesNotMatch(JSON.stringify(handed?.headers) + handed?.body.toString("latin1"), /silence|Cordelia/);
    const { public_key: key } = await hamlet.does("GET", "/users/me/browser_push");
    assert.ok(handed?.headers.authorization?.endsWith(`, k=${key}`));
  },
);
