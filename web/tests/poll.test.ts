// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { Browser, createTestOrganization, testServer } from "@parlance/testkit";
import { onEachScreen, openClientAs } from "./fixtures/screen.ts";

const server = await testServer();

onEachScreen("a user creates a poll, another user votes, and both see the result", async (look) => {
  const { hamlet, cordelia } = await createTestOrganization(server);
  const channel = await hamlet.createChannel("castle", [hamlet, cordelia]);
  await using browser = await Browser.start(server);
  const [creator, answers] = await Promise.all([
    openClientAs(browser, server, hamlet, look),
    openClientAs(browser, server, cordelia, look),
  ]);
  for (const screen of [creator, answers]) await screen.goTo(`#narrow/channel/${channel}/topic/questions`);
  await creator.sendMessage("/poll To be?\nYes\nNo");
  await answers.press(answers.button("Yes: 0 votes"));
  await creator.button("Yes: 1 vote").waitFor();
  await creator.page.getByRole("textbox", { name: "New option" }).fill("Perchance");
  await creator.press(creator.button("Add"));
  await answers.button("Perchance: 0 votes").waitFor();
  await answers.assertAccessible();
  assert.deepEqual([...creator.errors, ...answers.errors], []);
});
