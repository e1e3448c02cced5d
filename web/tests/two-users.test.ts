// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { Browser, createTestOrganization, testServer } from "@parlance/testkit";
import { onEachScreen, openClientAs } from "./fixtures/screen.ts";

const server = await testServer();

onEachScreen("two users in two browsers exchange messages, and both still see them after a reload", async (look) => {
  const realm = await createTestOrganization(server);
  const channel = await realm.hamlet.createChannel("castle", [realm.hamlet, realm.cordelia]);
  await using browser = await Browser.start(server);
  const [hamlet, cordelia] = await Promise.all([
    openClientAs(browser, server, realm.hamlet, look),
    openClientAs(browser, server, realm.cordelia, look),
  ]);
  await Promise.all([hamlet, cordelia].map((screen) => screen.goTo(`#narrow/channel/${channel}/topic/ghosts`)));
  await hamlet.sendMessage("Who is **there**?");
  await cordelia.waitForMessage("Who is there?");
  await cordelia.sendMessage("Nay, answer me.");
  await hamlet.waitForMessage("Nay, answer me.");
  for (const screen of [hamlet, cordelia]) {
    await screen.page.reload();
    await screen.waitForMessage("Nay, answer me.");
    assert.equal(await screen.messages("Who is there?").count(), 1, "once, and not once more for its echo");
    await screen.assertAccessible();
    assert.deepEqual(screen.errors, []);
  }
});
