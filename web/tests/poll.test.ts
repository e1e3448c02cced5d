import assert from "node:assert/strict";
import { test } from "node:test";
import { Browser, newRealm, startServer, withoutBrowser } from "@parlance/testkit";
import { opensClient } from "./fixtures/screen.ts";

const server = await startServer();

test(
  "one person asks by a poll, another answers it, and both see what came of it",
  { skip: withoutBrowser },
  async () => {
    const { hamlet, cordelia } = await newRealm(server);
    const channel = await hamlet.creates("castle", [hamlet, cordelia]);
    await using browser = await Browser.start(server);
    const [asks, answers] = await Promise.all([
      opensClient(browser, server, hamlet),
      opensClient(browser, server, cordelia),
    ]);
    for (const screen of [asks, answers]) await screen.goTo(`#narrow/channel/${channel}/topic/questions`);
    await asks.says("/poll To be?\nYes\nNo");
    await answers.button("Yes: 0 votes").click();
    await asks.button("Yes: 1 vote").waitFor();
    await asks.page.getByRole("textbox", { name: "Another answer" }).fill("Perchance");
    await asks.button("Add").click();
    await answers.button("Perchance: 0 votes").waitFor();
    await answers.hasNoBarriers();
    assert.deepEqual([...asks.complaints, ...answers.complaints], []);
  },
);
