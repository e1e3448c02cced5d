import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Under which of these names the browser is installed differs. */
const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

function findChromium(): string | undefined {
  const given = process.env["PARLANCE_TEST_BROWSER"];
  if (given) return given;
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => existsSync(path));
}

/** Where this machine has a browser; undefined where it has none. */
export const executablePath = findChromium();
