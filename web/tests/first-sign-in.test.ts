// Slow: starts a browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Browser, ServerProcess, withoutBrowser } from "@parlance/testkit";
import { Screen, WIDE } from "./fixtures/screen.ts";

test("a newcomer opens the address, comes in as somebody, and says something", { skip: withoutBrowser }, async () => {
  await using server = await ServerProcess.start();
  await using browser = await Browser.start(server);
  const screen = new Screen(await browser.page(WIDE));
  await screen.page.goto(`http://127.0.0.1:${server.port}/`);
  await screen.button("Tomasz Wójcik, member").click();
  await screen.page.getByRole("heading", { name: "Inbox" }).waitFor();
  await screen.hasNoBarriers();
  await screen.page.getByRole("main").getByRole("link", { name: "winter offsite" }).click();
  await screen.sees("Three days in February");
  await screen.says("I am in!");
  await screen.sees("I am in!");
  await screen.hasNoBarriers();
  assert.deepEqual(screen.complaints, []);
});
