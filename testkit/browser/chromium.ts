import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Names under which the browser may be installed. */
const PROGRAM_NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

function findChromium(): string | undefined {
  const given = process.env["PARLANCE_TEST_BROWSER"];
  if (given) return given;
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => PROGRAM_NAMES.map((name) => join(folder, name))).find((path) => existsSync(path));
}

/** Path of the browser on this machine; undefined if there is none. */
export const chromiumPath = findChromium();

/** Features of the browser's own window, which take as long to start as the client, and of preloaded pages. */
const WINDOW_FEATURES = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "SpareRendererForSitePerProcess",
];
/** Features that playwright-core disables: a second switch replaces the first. */
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

/** Command-line switch for the browser. */
export const DISABLE_FEATURES_FLAG = `--disable-features=${[...LIBRARY_FEATURES, ...WINDOW_FEATURES].join(",")}`;
