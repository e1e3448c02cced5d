// Slow: starts a browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Browser, ServerProcess, withoutBrowser } from "@parlance/testkit";
import { Screen, WIDE } from "./fixtures/screen.ts";

test(
  "a new visitor opens the address, logs in as a demo user and sends a message",
  { skip: withoutBrowser },
  async () => {
    await using server = await ServerProcess.start();
    await using browser = await Browser.start(server);
    const screen = new Screen(await browser.page(WIDE));
    await screen.page.goto(`http://127.0.0.1:${server.port}/`);
    await screen.button("Tomasz Wójcik, member").click();
    await screen.page.getByRole("heading", { name: "Inbox" }).waitFor();
    await screen.assertAccessible();
    await screen.page.getByRole("main").getByRole("link", { name: "winter offsite" }).click();
    await screen.waitForMessage("Three days in February");
    await screen.sendMessage("I am in!");
    await screen.waitForMessage("I am in!");
    await screen.assertAccessible();
    assert.deepEqual(screen.errors, []);
  },
);
