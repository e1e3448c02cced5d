import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { BrowserContextOptions, Browser as Chromium, Page } from "playwright-core";
import { Tab } from "./browser-tab.ts";
import type { Site } from "./http.ts";

/** Under which of these names the browser is installed differs. */
const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

function findChromium(): string | undefined {
  const given = process.env["PARLANCE_TEST_BROWSER"];
  if (given) return given;
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => existsSync(path));
}

const executablePath = findChromium();

/** For the options of a test that needs a browser: why it is skipped where there is none; `false` where there is one. */
export const withoutBrowser: string | false =
  executablePath === undefined &&
  "there is no Chromium on this machine; install it, or name it in PARLANCE_TEST_BROWSER";

interface TabOptions {
  /** Whether pages in it may have scripts. Default: no. */
  readonly withScripts?: boolean;
  /** Whether it takes no notice of what pages forbid themselves by their policies. Default: no. */
  readonly withoutPolicies?: boolean;
}

/** A real browser without a window, in which every host name leads to one test server. */
export class Browser implements AsyncDisposable {
  readonly #chromium: Chromium;
  readonly #owned: AsyncDisposableStack;

  private constructor(chromium: Chromium, owned: AsyncDisposableStack) {
    this.#chromium = chromium;
    this.#owned = owned;
  }

  /** Starts one. It ends when it is disposed of, and in any case with this process. */
  static async start({ port }: Pick<Site, "port">): Promise<Browser> {
    if (executablePath === undefined) throw new Error(String(withoutBrowser));
    // Loaded by those tests alone that need it.
    const { chromium } = await import("playwright-core");
    await using owned = new AsyncDisposableStack();
    const home = await mkdtemp(join(tmpdir(), "parlance-browser-"));
    owned.defer(() => rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
    const browser = await chromium.launch({
      executablePath,
      args: [`--host-resolver-rules=MAP * 127.0.0.1:${port}`],
      env: { ...process.env, HOME: home },
    });
    owned.defer(() => browser.close());
    return new Browser(browser, owned.move());
  }

  /** A tab with cookies of its own. */
  async open({ withScripts = false, withoutPolicies = false }: TabOptions = {}): Promise<Tab> {
    return new Tab(await this.#chromium.newPage({ javaScriptEnabled: withScripts, bypassCSP: withoutPolicies }));
  }

  /** A page of a browser of its own that shares nothing with others, with all that the library can do. */
  async page(options: BrowserContextOptions = {}): Promise<Page> {
    return (await this.#chromium.newContext(options)).newPage();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#owned.disposeAsync();
  }
}
