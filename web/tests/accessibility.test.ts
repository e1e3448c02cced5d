// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { picture } from "@parlance/server/modules/messages/uploads/fixtures/pictures.ts";
import { uploadAs } from "@parlance/server/modules/messages/uploads/fixtures/upload-files.ts";
import { addBulkMembers, Browser, createTestOrganization, testServer } from "@parlance/testkit";
import { screens } from "../src/screens/index.ts";
import { type Rules, WITHOUT_PAGE_RULES } from "./fixtures/accessibility.ts";
import { touchOnlyMenus, externalOverlays, overlayOpeners, type OverlayScene } from "./fixtures/overlay-openers.ts";
import { onEachScreen, openClientAs, type Screen } from "./fixtures/screen.ts";

const server = await testServer();

/** Creates an organization that contains at least one of everything that screens show. */
async function createFullRealm(): Promise<
  OverlayScene & { readonly realm: Awaited<ReturnType<typeof createTestOrganization>> }
> {
  const realm = await createTestOrganization(server);
  const { desdemona, cordelia, hamlet } = realm;
  const court = await desdemona.createChannel("court", [desdemona], { invite_only: true });
  await desdemona.callOrThrow("PATCH", "/realm", { enable_read_receipts: true, moderation_request_channel_id: court });
  const channel = await desdemona.createChannel("castle", [desdemona, cordelia, hamlet]);
  await addBulkMembers(server.db, { realmId: realm.realmId, channelId: channel, size: 20 });
  await desdemona.callOrThrow("POST", "/channel_folders/create", { name: "Plays", description: "" });
  await desdemona.callOrThrow("POST", "/realm/profile_fields", { name: "Castle", field_type: 1 });
  const linkifier = { pattern: "#(?P<id>[0-9]+)", url_template: "https://example.com/{id}" };
  await desdemona.callOrThrow("POST", "/realm/filters", linkifier);
  const { group_id: group } = await desdemona.callOrThrow("POST", "/user_groups/create", {
    name: "players",
    description: "",
    members: [desdemona.id, cordelia.id],
  });
  const moor = await uploadAs(cordelia, await picture(320, 160), "moor.png");
  const content = `Who is there, @**King Hamlet**? :ghost: [moor.png](${moor})`;
  const id = await cordelia.sendToChannel(channel, { topic: "ghosts", content });
  await cordelia.callOrThrow("PATCH", `/messages/${id}`, { content: content.replace("is there", "goes there") });
  await hamlet.sendDirectMessage(desdemona, { content: "Hark!" });
  return { realm, channel, group, message: "goes there", topic: `#narrow/channel/${channel}/topic/ghosts` };
}

/** Addresses to check, by screen, where the prefix alone is not enough. Settings pages are found by their links. */
const routesToCheck = ({ realm, channel, group, topic }: Awaited<ReturnType<typeof createFullRealm>>) => ({
  inbox: ["", "#list"],
  channels: ["", "/new", `/${channel}`, `/${channel}/members`, `/${channel}/permissions`].map((at) => `#channels${at}`),
  user: [`#user/${realm.cordelia.id}`, "#user/999999"],
  groups: ["#groups", `#groups/${group}`],
  organization: ["#organization", `#organization/users/${realm.cordelia.id}`],
  narrow: [topic, `#narrow/channel/${channel}`, `#narrow/dm/${realm.hamlet.id}`, "#narrow/search/goes"],
});

/** Checks the accessibility of a screen. In dark mode, checks only the colors, because nothing else is different. */
async function checkAppearance(screen: Screen, where: string, rules: Rules = {}): Promise<void> {
  await screen.assertAccessible(`${where} light`, rules);
  await screen.setColorScheme("dark");
  await screen.assertAccessible(`${where} dark`, {}, "colours");
  await screen.setColorScheme("light");
}

onEachScreen("every screen is accessible in the light and dark theme", async (look) => {
  const scene = await createFullRealm();
  await using browser = await Browser.start(server);
  const screen = await openClientAs(browser, server, scene.realm.desdemona, look);
  const { page } = screen;
  const further: Readonly<Record<string, readonly string[]>> = routesToCheck(scene);
  const prefixes = screens.map(({ address }) => address.prefix);
  const unknown = Object.keys(further).filter((prefix) => !prefixes.includes(prefix));
  assert.deepEqual(unknown, [], "each is a screen");
  const places = prefixes.flatMap((prefix) => further[prefix] ?? [`#${prefix}`]);
  const visits = async (place: string) => {
    await screen.goTo(place);
    await page.locator("h1").first().waitFor({ state: "attached" });
    await page.locator("[aria-busy]").waitFor({ state: "detached" });
  };
  for (const place of places) {
    await visits(place);
    await checkAppearance(screen, place);
    if (place !== "#settings" && place !== "#organization") continue;
    const links = page.locator("main nav a");
    const pages = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
    assert.ok(pages.length > 5, `pages of ${place}`);
    for (const other of pages) {
      await visits(other);
      await checkAppearance(screen, other);
    }
  }
  assert.deepEqual(screen.errors, []);
});

onEachScreen("dialogs, menus and other overlays are accessible in the light and dark theme", async (look) => {
  assert.deepEqual(
    [...Object.keys(overlayOpeners), ...externalOverlays].toSorted(),
    await filesWithOverlays(),
    "each of them is looked at",
  );
  const scene = await createFullRealm();
  await using browser = await Browser.start(server);
  const screen = await openClientAs(browser, server, scene.realm.desdemona, look);
  const { page } = screen;
  const opened = page.locator("[role=dialog], [role=menu], [role=listbox]").first();
  const openers = Object.entries(overlayOpeners).flatMap(([file, opens]) =>
    [opens].flat().map((open) => ({ file, open })),
  );
  for (const { file, open } of openers) {
    if (!screen.touch && touchOnlyMenus.has(file)) continue;
    await open(screen, scene)
      .then(() => opened.waitFor())
      .catch((cause: unknown) => {
        throw new Error(`${file} did not open`, { cause });
      });
    await checkAppearance(screen, file, WITHOUT_PAGE_RULES);
    await page.keyboard.press("Escape");
    await opened.waitFor({ state: "detached" });
  }
  assert.deepEqual(screen.errors, []);
});

const SOURCES = join(import.meta.dirname, "../src");
const OPENS_OVERLAY = /<(Dialog|FormDialog|Modal|ModalOverlay|Popover|Popup|Menu)\b/;
const UI = "base/ui/";
/** The components of which dialogs and menus are made. */
const OVERLAY_COMPONENTS = new Set([
  "forms/combo-box-field",
  "overlays/dialog",
  "overlays/form-dialog",
  "overlays/loaded-menu",
  "overlays/loaded-popup",
  "overlays/menu",
  "overlays/overlay",
  "overlays/popup",
]);

/** Returns the source files that open overlays. */
async function filesWithOverlays(): Promise<string[]> {
  const files = (await readdir(SOURCES, { recursive: true })).filter((name) => name.endsWith(".tsx"));
  const isPart = (name: string) => name.startsWith(UI) && OVERLAY_COMPONENTS.has(name.slice(UI.length, -".tsx".length));
  const texts = await Promise.all(
    files.map(async (name) => ({ name, text: await readFile(join(SOURCES, name), "utf8") })),
  );
  return texts
    .filter(({ name, text }) => OPENS_OVERLAY.test(text) && !isPart(name))
    .map(({ name }) => name)
    .toSorted();
}
