// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { Browser, newRealm, testServer } from "@parlance/testkit";
import { onEachScreen, opensClient } from "./fixtures/screen.ts";

const server = await testServer();

onEachScreen("two people in two browsers talk, and both still see it after a reload", async (look) => {
  const realm = await newRealm(server);
  const channel = await realm.hamlet.creates("castle", [realm.hamlet, realm.cordelia]);
  await using browser = await Browser.start(server);
  const [hamlet, cordelia] = await Promise.all([
    opensClient(browser, server, realm.hamlet, look),
    opensClient(browser, server, realm.cordelia, look),
  ]);
  await Promise.all([hamlet, cordelia].map((screen) => screen.goTo(`#narrow/channel/${channel}/topic/ghosts`)));
  await hamlet.says("Who is **there**?");
  await cordelia.sees("Who is there?");
  await cordelia.says("Nay, answer me.");
  await hamlet.sees("Nay, answer me.");
  for (const screen of [hamlet, cordelia]) {
    await screen.page.reload();
    await screen.sees("Nay, answer me.");
    assert.equal(await screen.messages("Who is there?").count(), 1, "once, and not once more for its echo");
    await screen.hasNoBarriers();
    assert.deepEqual(screen.complaints, []);
  }
});
