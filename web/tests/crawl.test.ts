// Slow: a browser opens every page of the client as each role.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Browser, createTestOrganization, type TestUser, testServer, withoutBrowser } from "@parlance/testkit";
import { documentedPaths, SIGNED_OUT } from "./fixtures/crawl-rules.ts";
import { Crawler } from "./fixtures/crawler.ts";
import { openClientAs } from "./fixtures/screen.ts";

const server = await testServer();
const realm = await createTestOrganization(server);
const everyone: Readonly<Record<string, TestUser>> = {
  owner: realm.desdemona,
  administrator: realm.iago,
  moderator: realm.shiva,
  member: realm.hamlet,
  guest: realm.polonius,
};

const MESSAGES = [
  "Is it $$\\int_0^1 \\frac{x^2}{2} dx$$?\n\n```math\n\\sqrt{x}\n```",
  "```python\nprint('to be')\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |",
  "@**King Hamlet** see #**castle>ghosts** :ghost: <time:2027-01-01T10:00:00Z>",
  "```spoiler End\nHe dies\n```",
  "/poll To be?\nYes\nNo",
];

/** Creates one of each kind of object that pages show. */
async function fill(): Promise<void> {
  const { desdemona, hamlet, cordelia } = realm;
  const channel = await desdemona.createChannel("castle", [...Object.values(everyone), cordelia]);
  for (const content of MESSAGES) await cordelia.sendToChannel(channel, { topic: "ghosts", content });
  for (const person of Object.values(everyone)) await cordelia.sendDirectMessage(person, { content: "Where are you?" });
  await desdemona.callOrThrow("POST", "/user_groups/create", {
    name: "players",
    description: "",
    members: [hamlet.id],
  });
}

await fill();

const settings = (page: string) => `#settings/${page}`;
const organization = (page: string) => `#organization/${page}`;

/**
 * Kinds of pages that the crawler must reach as each role. If one of them is missing, the crawler has stopped too
 * early.
 */
const CLIENT_PAGES: readonly string[] = [
  ..."inbox recent feed mentions starred reactions drafts channels people user/…".split(" ").map((page) => `#${page}`),
  "#narrow/channel/…",
  "#narrow/channel/…/topic/…",
  "#narrow/dm/…",
  "#channels/…",
  "#channels/…/members",
  ...["account", "privacy", "appearance", "notifications", "words", "security", "files", "bots"].map(settings),
  ...["profile", "users", "invitations", "permissions", "emoji", "links"].map(organization),
  "/welcome",
  "/account/passkeys",
  "/account/two-factor",
  "/api",
];
const FOR_ADMINISTRATORS: readonly string[] = ["audit", "exports"].map(organization);

for (const [role, person] of Object.entries(everyone)) {
  test(`all links that the client's pages show to this role work: ${role}`, { skip: withoutBrowser }, async () => {
    await using browser = await Browser.start(server);
    const { page } = await openClientAs(browser, server, person);
    const crawler = new Crawler(page, `http://${realm.host}`);
    await crawler.crawl(["/#inbox", "/#settings", "/#organization", "/welcome", ...documentedPaths()]);
    assert.deepEqual([...crawler.problems], []);
    const isAdministrator = role === "owner" || role === "administrator";
    const expected = [...CLIENT_PAGES, ...(isAdministrator ? FOR_ADMINISTRATORS : [])];
    assert.deepEqual(
      expected.filter((kind) => !crawler.visited.has(kind)),
      [],
    );
  });
}

test("on the pages for users who are not logged in, no link leads to an error", { skip: withoutBrowser }, async () => {
  await using browser = await Browser.start(server);
  const crawler = new Crawler(await browser.page(), `http://${realm.host}`);
  await crawler.crawl([...SIGNED_OUT, ...documentedPaths()]);
  assert.deepEqual([...crawler.problems], []);
  assert.deepEqual(
    SIGNED_OUT.filter((kind) => !crawler.visited.has(kind)),
    [],
  );
});
