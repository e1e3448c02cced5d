import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContextOptions, Browser as Chromium, Page } from "playwright-core";
import { Tab } from "./browser-tab.ts";
import { executablePath } from "./chromium.ts";
import type { Site } from "./http.ts";
import { TEST_HOST } from "./server.ts";

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

interface StartOptions {
  /** Whether it allows pages of test organizations what it allows only pages that come encrypted. Default: no. */
  readonly isTrusting?: boolean;
}

const TRUST = `--unsafely-treat-insecure-origin-as-secure=*.${TEST_HOST}`;

/** A real browser without a window, in which every host name leads to one test server. */
export class Browser implements AsyncDisposable {
  readonly #chromium: Chromium;
  readonly #owned: AsyncDisposableStack;

  private constructor(chromium: Chromium, owned: AsyncDisposableStack) {
    this.#chromium = chromium;
    this.#owned = owned;
  }

  /** Starts one. It ends when it is disposed of, and in any case with this process. */
  static async start({ port }: Pick<Site, "port">, { isTrusting = false }: StartOptions = {}): Promise<Browser> {
    if (executablePath === undefined) throw new Error(String(withoutBrowser));
    // Loaded by those tests alone that need it.
    const { chromium } = await import("playwright-core");
    await using owned = new AsyncDisposableStack();
    const home = await mkdtemp(join(tmpdir(), "parlance-browser-"));
    owned.defer(() => rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
    const browser = await chromium.launch({
      executablePath,
      args: [`--host-resolver-rules=MAP * 127.0.0.1:${port}`, ...(isTrusting ? [TRUST] : [])],
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
