import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Under which of these names the browser is installed differs. */
const PROGRAM_NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

function findChromium(): string | undefined {
  const given = process.env["PARLANCE_TEST_BROWSER"];
  if (given) return given;
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => PROGRAM_NAMES.map((name) => join(folder, name))).find((path) => existsSync(path));
}

/** Where this machine has a browser; undefined where it has none. */
export const chromiumPath = findChromium();

/** Features of the browser's own window, which takes as long to start as the client does, and of pages not yet asked for. */
const WINDOW_FEATURES = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "SpareRendererForSitePerProcess",
];
/** Those that playwright-core disables: a second switch replaces the first. */
const LIBRARY_FEATURES = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
];

/** A switch for the browser's start. */
export const DISABLE_FEATURES_FLAG = `--disable-features=${[...LIBRARY_FEATURES, ...WINDOW_FEATURES].join(",")}`;
