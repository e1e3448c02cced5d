import assert from "node:assert/strict";
import { test } from "node:test";
import { Browser, newRealm, startServer, withoutBrowser } from "@parlance/testkit";
import { opensClient } from "./fixtures/screen.ts";

const server = await startServer();

test("what was there shows again before the server is asked, and then goes on", { skip: withoutBrowser }, async () => {
  const realm = await newRealm(server);
  const channel = await realm.hamlet.creates("castle", [realm.hamlet, realm.cordelia]);
  await using browser = await Browser.start(server);
  const screen = await opensClient(browser, server, realm.hamlet);
  await screen.goTo(`#narrow/channel/${channel}/topic/ghosts`);
  await screen.says("Remember me");
  await screen.sees("Remember me");
  await screen.isKept("Remember me");

  const asked: string[] = [];
  screen.page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await realm.cordelia.does("POST", "/messages", { type: "stream", to: channel, topic: "ghosts", content: "And me" });
  await screen.page.reload();
  await screen.sees("Remember me");
  await screen.sees("And me");
  assert.deepEqual(
    asked.filter((path) => path.endsWith("/register")),
    [],
    "the queue goes on where it was",
  );
});

test("who signs out leaves nothing behind in the browser", { skip: withoutBrowser }, async () => {
  const realm = await newRealm(server);
  await using browser = await Browser.start(server);
  const screen = await opensClient(browser, server, realm.hamlet);
  await screen.isKept();
  await screen.button("Shakespeare Menu").click();
  await screen.page.getByRole("menuitem", { name: "Sign out" }).click();
  await screen.page.getByRole("link", { name: "Sign in" }).waitFor();
  assert.deepEqual(await screen.page.evaluate("indexedDB.databases()"), []);
  assert.deepEqual(await screen.page.evaluate("Object.keys(localStorage)"), []);
});
