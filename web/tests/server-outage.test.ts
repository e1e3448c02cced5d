// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Browser, ServerProcess, withoutBrowser } from "@parlance/testkit";
import { signInAsDemoUser } from "./fixtures/sign-in-as-demo-user.ts";

test(
  "messages written while the server is down are shown as waiting, and are sent once and in order as soon as the server is back",
  { skip: withoutBrowser },
  async () => {
    await using server = await ServerProcess.start();
    await using browser = await Browser.start(server);
    const [mara, kofi] = await Promise.all([
      signInAsDemoUser(browser, server, "owner"),
      signInAsDemoUser(browser, server, "admin"),
    ]);
    for (const screen of [mara, kofi]) await screen.goTo("#narrow/channel/1/topic/worst.20day");
    await mara.sendMessage("Before the fall");
    await kofi.waitForMessage("Before the fall");
    await mara.waitForSentMessage("Before the fall");

    await server.kill({ database: false });
    await mara.sendMessage("First while it is down");
    await mara.sendMessage("Second while it is **down** :tada:");
    await mara.page.getByText("2 messages are waiting to be sent.").waitFor();
    assert.equal(await mara.messages("First while it is down").count(), 1);
    await mara.messages("Second while it is down").locator("strong", { hasText: "down" }).waitFor();

    await kofi.page.keyboard.press("Control+k");
    await kofi.page.getByText("This part couldn't be loaded.").waitFor();
    await kofi.waitForMessage("Before the fall");

    await server.restart();
    await kofi.waitForMessage("Second while it is down");
    await kofi.page.keyboard.press("Control+k");
    await kofi.page.getByRole("dialog").waitFor();
    await kofi.page.keyboard.press("Escape");
    await mara.page.getByText("waiting to be sent").waitFor({ state: "detached" });
    for (const screen of [mara, kofi]) {
      await screen.page.reload();
      await screen.waitForMessage("Second while it is down");
      const shown = await screen.page.locator("article").allInnerTexts();
      const order = ["Before the fall", "First while it is down", "Second while it is down"];
      assert.deepEqual(
        shown.flatMap((text) => order.filter((one) => text.includes(one))),
        order,
      );
      assert.deepEqual(screen.errors, []);
    }
  },
);
