// `npm run web:pictures`: takes the screenshots for the README, in light and dark mode; with `--all`, screenshots of
// all main screens, each also narrow. They show the demo organization. Requires Chromium. The screenshots are written
// into the given folder, by default docs/pictures.
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { Browser, ServerProcess, withoutBrowser } from "@parlance/testkit";
import { signInAsDemoUser } from "./fixtures/sign-in-as-demo-user.ts";
import { NARROW, WIDE } from "./fixtures/screen.ts";

const HELP = `usage: npm run web:pictures [-- --all] [<folder>]

Makes pictures of the web client from a server of its own with the demo organization:
those of the README, or with --all every main screen. Default folder: docs/pictures.`;

const screens = {
  conversation: "#narrow/channel/2/topic/deploys",
  inbox: "#inbox",
  recent: "#recent",
  feed: "#feed",
  list: "#list",
  channel: "#narrow/channel/2",
  direct: "#narrow/dm/8",
  search: "#narrow/search/deploy",
  drafts: "#drafts",
  starred: "#starred",
  settings: "#settings/appearance",
  notifications: "#settings/notifications",
  channels: "#channels",
  members: "#channels/2/members",
  people: "#people",
  person: "#user/8",
  groups: "#groups",
  users: "#organization/users",
  permissions: "#organization/permissions",
} as const;

/** Time in milliseconds within which all animations end. */
const SETTLE_MS = 1_200;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: "boolean", default: false }, help: { type: "boolean", short: "h", default: false } },
});

async function takePictures(folder: string, names: readonly (keyof typeof screens)[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  await using server = await ServerProcess.start();
  await using browser = await Browser.start(server);
  const widths = values.all ? { wide: WIDE, narrow: NARROW } : { wide: WIDE };
  for (const colorScheme of ["light", "dark"] as const) {
    for (const [width, options] of Object.entries(widths)) {
      const screen = await signInAsDemoUser(browser, server, "owner", { ...options, colorScheme });
      for (const name of names) {
        await screen.goTo(screens[name]);
        await screen.page.waitForTimeout(SETTLE_MS);
        const file = join(folder, values.all ? `${name}-${width}-${colorScheme}.png` : `${name}-${colorScheme}.png`);
        await screen.page.screenshot({ path: file });
        console.log(file);
      }
    }
  }
}

if (values.help) console.log(HELP);
else if (withoutBrowser !== false) {
  console.error(withoutBrowser);
  process.exitCode = 1;
} else {
  const all = Object.keys(screens) as (keyof typeof screens)[];
  await takePictures(resolve(positionals[0] ?? "docs/pictures"), values.all ? all : ["conversation"]);
}
