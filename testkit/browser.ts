import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { Tab } from "./browser-tab.ts";
import { DevTools } from "./devtools.ts";
import type { Site } from "./http.ts";

/** Under which of these names the browser is installed differs. */
const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

function findChromium(): string | undefined {
  const given = process.env["PARLANCE_TEST_BROWSER"];
  if (given) return given;
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => existsSync(path));
}

const chromium = findChromium();

/** For the options of a test that needs a browser: why it is skipped where there is none; `false` where there is one. */
export const withoutBrowser: string | false =
  chromium === undefined && "there is no Chromium on this machine; install it, or name it in PARLANCE_TEST_BROWSER";

const flags = [
  "--headless=new",
  "--remote-debugging-pipe",
  // Tests may run as root, where it has no sandbox; it opens pages of our own server alone.
  "--no-sandbox",
  "--disable-dev-shm-usage",
  "--disable-gpu",
  "--disable-extensions",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-sync",
  "--no-first-run",
  "--no-default-browser-check",
  "--password-store=basic",
  "--hide-scrollbars",
  "--lang=en",
];

/** A real browser without a window, in which every host name leads to one test server. */
export class Browser implements AsyncDisposable {
  readonly #process: ChildProcess;
  readonly #folder: string;
  readonly #devTools: DevTools;

  private constructor(process: ChildProcess, folder: string, devTools: DevTools) {
    this.#process = process;
    this.#folder = folder;
    this.#devTools = devTools;
  }

  /** Starts one. It ends when it is disposed of, and in any case with this process. */
  static async start({ port }: Pick<Site, "port">): Promise<Browser> {
    if (chromium === undefined) throw new Error(String(withoutBrowser));
    const folder = await mkdtemp(join(tmpdir(), "parlance-browser-"));
    const own = [`--user-data-dir=${folder}`, `--host-resolver-rules=MAP * 127.0.0.1:${port}`];
    const child = spawn(chromium, [...flags, ...own, "about:blank"], {
      stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
      env: { ...process.env, HOME: folder },
    });
    return new Browser(child, folder, new DevTools(child));
  }

  /** A tab with cookies of its own. Pages in it have no scripts, unless `withScripts`. */
  async open({ withScripts = false }: { withScripts?: boolean } = {}): Promise<Tab> {
    const { browserContextId } = await this.#devTools.send("Target.createBrowserContext", {});
    const target = await this.#devTools.send("Target.createTarget", { url: "about:blank", browserContextId });
    const { targetId } = target;
    const { sessionId } = await this.#devTools.send("Target.attachToTarget", { targetId, flatten: true });
    return Tab.attach(this.#devTools, sessionId, withScripts);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const gone = new Promise((resolve) => this.#process.once("exit", resolve));
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      this.#devTools.close();
      const patience = setTimeout(() => this.#process.kill("SIGKILL"), 3000);
      await gone;
      clearTimeout(patience);
    }
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
