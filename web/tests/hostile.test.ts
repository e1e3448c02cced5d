import assert from "node:assert/strict";
import { test } from "node:test";
import { Browser, newRealm, startServer, withoutBrowser } from "@parlance/testkit";
import { opensClient } from "./fixtures/screen.ts";

const server = await startServer();

/** Does what it must not do, if anything in the page runs or reads it as HTML. */
const HOSTILE = `"><img src=x onerror="window.harmed=1"><script>window.harmed=1</script><svg onload="window.harmed=1">`;
const MARKDOWN = [
  HOSTILE,
  "[click](javascript:window.harmed=1)",
  "[data](data:text/html,<script>window.harmed=1</script>)",
  "```spoiler " + HOSTILE + "\n" + HOSTILE + "\n```",
  "```html\n" + HOSTILE + "\n```",
  "$$\\href{javascript:window.harmed=1}{x}$$",
  "<time:2026-01-01T00:00:00Z> :smile: `" + HOSTILE + "`",
].join("\n\n");

const SCREENS = [
  "#inbox",
  "#recent",
  "#feed",
  "#channels",
  "#people",
  "#drafts",
  "#organization/profile",
  "#settings/account",
];

test("nothing that a person can write acts in the page of another", { skip: withoutBrowser }, async () => {
  const realm = await newRealm(server);
  const { desdemona, hamlet, cordelia } = realm;
  const name = HOSTILE.replaceAll(/["<>*`\\@]/g, "").slice(0, 60);
  await desdemona.does("PATCH", "/realm", { name: HOSTILE.slice(0, 40), description: MARKDOWN.slice(0, 900) });
  const channel = await hamlet.creates(HOSTILE.slice(0, 55), [hamlet, cordelia], {
    description: MARKDOWN.slice(0, 900),
  });
  await hamlet.does("POST", "/users/me/status", { status_text: HOSTILE.slice(0, 60) });
  await hamlet.does("PATCH", "/settings", { full_name: `Hamlet ${name}` });
  await hamlet.does("POST", "/messages", {
    type: "stream",
    to: channel,
    topic: HOSTILE.slice(0, 55),
    content: MARKDOWN,
  });
  await hamlet.does("POST", "/messages", { type: "direct", to: [cordelia.id], content: MARKDOWN });
  const draft = { type: "stream", to: [channel], topic: HOSTILE.slice(0, 55), content: MARKDOWN } as const;
  await cordelia.does("POST", "/drafts", { drafts: [draft] });

  await using browser = await Browser.start(server);
  const screen = await opensClient(browser, server, cordelia);
  const topic = encodeURIComponent(HOSTILE.slice(0, 55)).replaceAll(".", "%2E").replaceAll("%", ".");
  const conversations = [`#narrow/channel/${channel}/topic/${topic}`, `#narrow/dm/${hamlet.id}`];
  for (const place of [...conversations, ...SCREENS]) {
    await screen.goTo(place);
    if (place.startsWith("#narrow")) {
      await screen.sees("window.harmed=1");
      for (const link of await screen.page.locator("article a").all()) {
        assert.doesNotMatch((await link.getAttribute("href")) ?? "", /^(javascript|data):/i);
      }
    } else await screen.page.getByRole("heading", { level: 1 }).waitFor();
    assert.equal(await screen.page.evaluate("window.harmed"), undefined, place);
    assert.equal(
      await screen.page.locator("main script, main iframe, main [onerror], main [onload]").count(),
      0,
      place,
    );
  }
  assert.deepEqual(screen.complaints, []);
});
