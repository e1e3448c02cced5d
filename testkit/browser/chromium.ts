import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Names under which the browser may be installed. */
const PROGRAM_NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

function findChromium(): string | undefined {
  const configured = process.env["PARLANCE_TEST_BROWSER"];
  if (configured) return configured;
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => PROGRAM_NAMES.map((name) => join(folder, name))).find((path) => existsSync(path));
}

/** Path of the browser on this machine, or undefined if there is none. */
export const chromiumPath = findChromium();

/**
 * Features of the browser's own window and of preloaded pages. They are disabled, because they take as long to start as
 * the web client.
 */
const WINDOW_FEATURES = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "SpareRendererForSitePerProcess",
];
/** Features that playwright-core disables. They are repeated here, because only the last switch has an effect. */
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

/** Command-line switch that disables all of these features. */
export const DISABLE_FEATURES_FLAG = `--disable-features=${[...LIBRARY_FEATURES, ...WINDOW_FEATURES].join(",")}`;
