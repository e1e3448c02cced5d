// `npm run web:pictures`: takes pictures of the web client. Described in HELP.
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { createStopSignal } from "@parlance/server/app/stop-signal.ts";
import { Browser, startServer, type TestServer, withoutBrowser } from "@parlance/testkit";
import { cleanUpAfterFile, cleanUpAfterProcess } from "../../testkit/cleanup.ts";
import { setup } from "../../testkit/global-setup.ts";
import { buildWebClient } from "../../tools/bootstrap/web.mjs";
import { root } from "../../tools/paths.ts";
import { isBuilt } from "../built/find.mjs";
import { demoOrganization } from "./fixtures/pictures/demo-organization.ts";
import { fullOrganization } from "./fixtures/pictures/full-organization.ts";
import { emptyOrganization } from "./fixtures/pictures/new-organization.ts";
import type { PicturedOrganization } from "./fixtures/pictures/pictured-organization.ts";
import { picturedScreens } from "./fixtures/pictures/pictured-screens.ts";
import { NARROW, openClientAs, type Screen, WIDE } from "./fixtures/screen.ts";

/** The functions that create the organizations, by the name that pictures have. */
const creators = { demo: demoOrganization, empty: emptyOrganization, full: fullOrganization } as const;
const widths = { wide: WIDE, narrow: NARROW } as const;
const colorSchemes = ["light", "dark"] as const;

/** The folder of the pictures in the README, and the default folder of all pictures. */
const README_FOLDER = "docs/pictures";
const ALL_FOLDER = "tmp/web-pictures";

/** Time in milliseconds within which all animations end. */
const SETTLE_MS = 1_200;
/** Timeout of each step, in milliseconds. */
const STEP_TIMEOUT_MS = 30_000;

const HELP = `usage: npm run web:pictures [-- <option>… <folder>]

Takes pictures of the web client with Chromium: those of the README, in light and dark mode. Builds the client if its
sources have changed, and starts a server with organizations of its own. Default folder: ${README_FOLDER}

  --all                   all main screens, in all organizations, wide and narrow, light and dark;
                          default folder: ${ALL_FOLDER}
  --organization=<name>   like --all, but only in this organization: ${Object.keys(creators).join(", ")}
  --screen=<name>         like --all, but only of this screen: inbox, conversation, …

--organization and --screen can be repeated. Emoji appear only if a font with emoji is installed.`;

type OrganizationName = keyof typeof creators;
const organizationNames = Object.keys(creators) as readonly OrganizationName[];

/** The pictures to take. */
interface PictureRequest {
  readonly folder: string;
  readonly organizations: readonly OrganizationName[];
  readonly screens: readonly string[];
  readonly widths: readonly (keyof typeof widths)[];
  /** Returns the name of a picture's file. */
  readonly fileName: (about: Readonly<Record<"organization" | "screen" | "width" | "colorScheme", string>>) => string;
}

/** Parses the arguments. Throws if they are invalid. Returns null if help is requested. */
function parseArguments(args: readonly string[]): PictureRequest | null {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      all: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
      organization: { type: "string", multiple: true },
      screen: { type: "string", multiple: true },
    },
  });
  if (values.help) return null;
  const [folder, ...surplus] = positionals;
  const unknown = [
    ...surplus,
    ...(values.organization ?? []).filter((name) => !(name in creators)),
    ...(values.screen ?? []).filter((name) => !(name in picturedScreens)),
  ];
  if (unknown.length > 0) throw new Error(`unknown: ${unknown.join(", ")}`);
  if (!values.all && !values.organization && !values.screen) {
    return {
      folder: folder ?? README_FOLDER,
      organizations: ["demo"],
      screens: ["conversation"],
      widths: ["wide"],
      fileName: ({ screen, colorScheme }) => `${screen}-${colorScheme}.png`,
    };
  }
  return {
    folder: folder ?? ALL_FOLDER,
    organizations: organizationNames.filter((name) => values.organization?.includes(name) ?? true),
    screens: values.screen ?? Object.keys(picturedScreens),
    widths: ["wide", "narrow"],
    fileName: ({ organization, screen, width, colorScheme }) => `${organization}-${screen}-${width}-${colorScheme}.png`,
  };
}

/** Creates the organizations one after the other. A server accepts the demo organization only as its first one. */
async function createOrganizations(server: TestServer, names: readonly OrganizationName[]) {
  const created: (readonly [OrganizationName, PicturedOrganization])[] = [];
  for (const name of names) created.push([name, await creators[name](server)]);
  return created;
}

/** Navigates to a screen. Returns false if the organization has nothing that the screen could show. */
async function openScreen(screen: Screen, name: string, shown: PicturedOrganization): Promise<boolean> {
  const { address, open } = picturedScreens[name] ?? {};
  const place = address?.(shown);
  if (place === undefined) return false;
  // Closes the overlay of the screen before.
  await screen.page.keyboard.press("Escape");
  await screen.goTo(place);
  await screen.page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
  await screen.page.waitForTimeout(SETTLE_MS);
  if (open) {
    await open(screen);
    await screen.page.waitForTimeout(SETTLE_MS);
  }
  return true;
}

async function takePictures(request: PictureRequest, server: TestServer, browser: Browser): Promise<void> {
  await mkdir(request.folder, { recursive: true });
  for (const [organization, shown] of await createOrganizations(server, request.organizations)) {
    const { viewer } = shown;
    // Otherwise, the pictures would depend on their order, because each opened screen would mark messages as read.
    await viewer.callOrThrow("PATCH", "/settings", { web_mark_read_on_scroll_policy: 3 });
    for (const width of request.widths) {
      const screen = await openClientAs(browser, server, viewer, widths[width]);
      screen.page.setDefaultTimeout(STEP_TIMEOUT_MS);
      for (const name of request.screens) {
        if ((picturedScreens[name]?.width ?? width) !== width) continue;
        if (!(await openScreen(screen, name, shown))) continue;
        for (const colorScheme of colorSchemes) {
          await screen.setColorScheme(colorScheme);
          const file = join(request.folder, request.fileName({ organization, screen: name, width, colorScheme }));
          await screen.page.screenshot({ path: file });
          console.log(file);
        }
      }
      await screen.page.context().close();
    }
  }
}

/** Starts a server and a browser, and takes the pictures. If the signal is aborted, the browser is closed at once. */
async function startAndTakePictures(request: PictureRequest, signal: AbortSignal): Promise<void> {
  const server = await startServer({}, { withJobs: true, checkResponses: false });
  await using browser = await Browser.start(server, { isTrusting: true });
  const aborted = once(signal, "abort").then(() => signal.throwIfAborted());
  await Promise.race([takePictures(request, server, browser), aborted]);
}

/** Takes the pictures on a database server that is started for them. Ends all processes afterwards, even if it fails. */
async function run(request: PictureRequest, signal: AbortSignal): Promise<void> {
  const folder = resolve(request.folder);
  console.log(`taking pictures of the web client; they are written to ${folder}`);
  await buildWebClient(root, process.execPath);
  if (!isBuilt()) throw new Error("there is no web client to take pictures of");
  const database = await setup();
  Object.assign(process.env, database.env);
  try {
    signal.throwIfAborted();
    await startAndTakePictures({ ...request, folder }, signal);
  } finally {
    await cleanUpAfterFile();
    await cleanUpAfterProcess();
    await database.teardown();
  }
}

async function main(args: readonly string[]): Promise<number> {
  let request;
  try {
    request = parseArguments(args);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
    return 2;
  }
  if (request === null) {
    console.log(HELP);
    return 0;
  }
  if (withoutBrowser !== false) {
    console.error(withoutBrowser);
    return 1;
  }
  const signal = createStopSignal();
  try {
    await run(request, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    return 1;
  }
  return 0;
}

process.exitCode = await main(process.argv.slice(2));
