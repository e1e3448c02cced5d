// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { Browser, newRealm, testServer } from "@parlance/testkit";
import { onEachScreen, opensClient } from "./fixtures/screen.ts";

const server = await testServer();

onEachScreen("one person asks by a poll, another answers it, and both see what came of it", async (look) => {
  const { hamlet, cordelia } = await newRealm(server);
  const channel = await hamlet.creates("castle", [hamlet, cordelia]);
  await using browser = await Browser.start(server);
  const [asks, answers] = await Promise.all([
    opensClient(browser, server, hamlet, look),
    opensClient(browser, server, cordelia, look),
  ]);
  for (const screen of [asks, answers]) await screen.goTo(`#narrow/channel/${channel}/topic/questions`);
  await asks.says("/poll To be?\nYes\nNo");
  await answers.press(answers.button("Yes: 0 votes"));
  await asks.button("Yes: 1 vote").waitFor();
  await asks.page.getByRole("textbox", { name: "New option" }).fill("Perchance");
  await asks.press(asks.button("Add"));
  await answers.button("Perchance: 0 votes").waitFor();
  await answers.hasNoBarriers();
  assert.deepEqual([...asks.complaints, ...answers.complaints], []);
});
