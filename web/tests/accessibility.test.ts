// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { picture } from "@parlance/server/modules/messages/uploads/fixtures/pictures.ts";
import { uploads } from "@parlance/server/modules/messages/uploads/fixtures/upload-files.ts";
import { addCrowd, Browser, newRealm, testServer } from "@parlance/testkit";
import { beginnings } from "../src/client/routes/route-address.ts";
import { type Rules, WITHOUT_PAGE } from "./fixtures/accessibility.ts";
import { menusForFingers, ofOtherSites, openings, type Scene } from "./fixtures/overlay-openers.ts";
import { onEachScreen, opensClient, type Screen } from "./fixtures/screen.ts";

const server = await testServer();

/** An organization that has one of everything. */
async function everything(): Promise<Scene & { readonly realm: Awaited<ReturnType<typeof newRealm>> }> {
  const realm = await newRealm(server);
  const { desdemona, cordelia, hamlet } = realm;
  const court = await desdemona.creates("court", [desdemona], { invite_only: true });
  await desdemona.does("PATCH", "/realm", { enable_read_receipts: true, moderation_request_channel_id: court });
  const channel = await desdemona.creates("castle", [desdemona, cordelia, hamlet]);
  await addCrowd(server.db, { realmId: realm.realmId, channelId: channel, size: 20 });
  await desdemona.does("POST", "/channel_folders/create", { name: "Plays", description: "" });
  await desdemona.does("POST", "/realm/profile_fields", { name: "Castle", field_type: 1 });
  const linkifier = { pattern: "#(?P<id>[0-9]+)", url_template: "https://example.com/{id}" };
  await desdemona.does("POST", "/realm/filters", linkifier);
  const { group_id: group } = await desdemona.does("POST", "/user_groups/create", {
    name: "players",
    description: "",
    members: [desdemona.id, cordelia.id],
  });
  const moor = await uploads(cordelia, await picture(320, 160), "moor.png");
  const content = `Who is there, @**King Hamlet**? :ghost: [moor.png](${moor})`;
  const id = await cordelia.writes(channel, { topic: "ghosts", content });
  await cordelia.does("PATCH", `/messages/${id}`, { content: content.replace("is there", "goes there") });
  await hamlet.writesTo(desdemona, { content: "Hark!" });
  return { realm, channel, group, message: "goes there", topic: `#narrow/channel/${channel}/topic/ghosts` };
}

/** Every place, by what its address begins with. The pages of settings are asked of the page. */
const placesOf = ({ realm, channel, group, topic }: Awaited<ReturnType<typeof everything>>) => ({
  inbox: ["", "#list"],
  recent: ["#recent"],
  feed: ["#feed"],
  mentions: ["#mentions"],
  starred: ["#starred"],
  reactions: ["#reactions"],
  drafts: ["#drafts"],
  scheduled: ["#scheduled"],
  reminders: ["#reminders"],
  channels: ["", "/new", `/${channel}`, `/${channel}/members`, `/${channel}/permissions`].map((at) => `#channels${at}`),
  people: ["#people"],
  user: [`#user/${realm.cordelia.id}`, "#user/999999"],
  groups: ["#groups", `#groups/${group}`],
  settings: ["#settings"],
  organization: ["#organization", `#organization/users/${realm.cordelia.id}`],
  narrow: [topic, `#narrow/channel/${channel}`, `#narrow/dm/${realm.hamlet.id}`, "#narrow/search/goes"],
});

/** Checks what is shown, and its colours in dark as well: nothing else differs there. */
async function looks(screen: Screen, where: string, rules: Rules = {}): Promise<void> {
  await screen.hasNoBarriers(`${where} light`, rules);
  await screen.turns("dark");
  await screen.hasNoBarriers(`${where} dark`, {}, "colours");
  await screen.turns("light");
}

onEachScreen("every screen is free of barriers, light and dark", async (look) => {
  const scene = await everything();
  await using browser = await Browser.start(server);
  const screen = await opensClient(browser, server, scene.realm.desdemona, look);
  const { page } = screen;
  const places: Readonly<Record<string, readonly string[]>> = placesOf(scene);
  assert.deepEqual(Object.keys(places).toSorted(), beginnings.toSorted(), "each place is looked at");
  const visits = async (place: string) => {
    await screen.goTo(place);
    await page.locator("h1").first().waitFor({ state: "attached" });
    await page.locator("[aria-busy]").waitFor({ state: "detached" });
  };
  for (const place of Object.values(places).flat()) {
    await visits(place);
    await looks(screen, place);
    if (place !== "#settings" && place !== "#organization") continue;
    const links = page.locator("main nav a");
    const pages = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
    assert.ok(pages.length > 5, `pages of ${place}`);
    for (const other of pages) {
      await visits(other);
      await looks(screen, other);
    }
  }
  assert.deepEqual(screen.complaints, []);
});

onEachScreen("whatever opens over a page is free of barriers, light and dark", async (look) => {
  assert.deepEqual(
    [...Object.keys(openings), ...ofOtherSites].toSorted(),
    await whatOpens(),
    "each of them is looked at",
  );
  const scene = await everything();
  await using browser = await Browser.start(server);
  const screen = await opensClient(browser, server, scene.realm.desdemona, look);
  const { page } = screen;
  const opened = page.locator("[role=dialog], [role=menu], [role=listbox]").first();
  for (const [file, opens] of Object.entries(openings)) {
    if (!screen.finger && menusForFingers.has(file)) continue;
    await opens(screen, scene)
      .then(() => opened.waitFor())
      .catch((cause: unknown) => {
        throw new Error(`${file} did not open`, { cause });
      });
    await looks(screen, file, WITHOUT_PAGE);
    await page.keyboard.press("Escape");
    await opened.waitFor({ state: "detached" });
  }
  assert.deepEqual(screen.complaints, []);
});

const SOURCES = join(import.meta.dirname, "../src");
const OPENS = /<(Dialog|ActDialog|Modal|ModalOverlay|Popover|Popup|Menu)\b/;
const UI = "base/ui/";
/** The components that windows and menus are made of. */
const PARTS = new Set(["act-dialog", "combo", "dialog", "menu", "menu-parts", "popup", "popup-parts", "veil"]);

/** The files in which something opens over the page. */
async function whatOpens(): Promise<string[]> {
  const files = (await readdir(SOURCES, { recursive: true })).filter((name) => name.endsWith(".tsx"));
  const isPart = (name: string) => name.startsWith(UI) && PARTS.has(name.slice(UI.length, -".tsx".length));
  const texts = await Promise.all(
    files.map(async (name) => ({ name, text: await readFile(join(SOURCES, name), "utf8") })),
  );
  return texts
    .filter(({ name, text }) => OPENS.test(text) && !isPart(name))
    .map(({ name }) => name)
    .toSorted();
}
