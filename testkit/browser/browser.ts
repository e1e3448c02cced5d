import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, BrowserContextOptions, Browser as Chromium, Page } from "playwright-core";
import { Tab } from "./browser-tab.ts";
import { chromiumPath, DISABLE_FEATURES_FLAG } from "./chromium.ts";
import { explainTimeouts } from "./explain-timeouts.ts";
import { afterProcess } from "../cleanup.ts";
import type { Site } from "../http.ts";
import { TEST_HOST } from "../servers/test-server.ts";
import { SocksProxy } from "../services/socks-proxy.ts";

/** Value for the test option `skip`: the reason if there is no browser on this machine, otherwise `false`. */
export const withoutBrowser: string | false =
  chromiumPath === undefined && "there is no Chromium on this machine; install it, or name it in PARLANCE_TEST_BROWSER";

interface TabOptions {
  /** Whether the tab's pages may run scripts. Default: false. */
  readonly withScripts?: boolean;
  /** Whether the tab ignores content security policies. Default: false. */
  readonly withoutPolicies?: boolean;
}

interface StartOptions {
  /**
   * Whether pages of test organizations count as secure contexts, although their connections are not encrypted.
   * Default: false.
   */
  readonly isTrusting?: boolean;
}

/**
 * Timeout of each step in a page, in milliseconds. A step takes less than a second; this is long enough for a slow
 * machine that runs several browsers, and short enough to wait for when a step cannot succeed.
 */
export const STEP_TIMEOUT_MS = 60_000;

const TRUST_FLAG = `--unsafely-treat-insecure-origin-as-secure=*.${TEST_HOST}`;

/**
 * The browsers that this process has started. The key is `isTrusting`. They are shared, because starting one takes
 * longer than most tests.
 */
const startedBrowsers = new Map<boolean, Promise<Chromium>>();

/** Returns this process's headless browser with this value of `isTrusting`. Starts it if it is not running. */
async function sharedChromium(isTrusting: boolean): Promise<Chromium> {
  const known = await startedBrowsers.get(isTrusting);
  if (known?.isConnected() === true) return known;
  const launching = launch(isTrusting);
  startedBrowsers.set(isTrusting, launching);
  const chromium = await launching;
  return chromium;
}

async function launch(isTrusting: boolean): Promise<Chromium> {
  if (chromiumPath === undefined) throw new Error(String(withoutBrowser));
  // Loaded only by tests that need it.
  const { chromium } = await import("playwright-core");
  const home = await mkdtemp(join(tmpdir(), "parlance-browser-"));
  afterProcess(() => rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    // The proxy of each context resolves host names. Other requests cannot reach any other machine.
    args: [
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
      DISABLE_FEATURES_FLAG,
      ...(isTrusting ? [TRUST_FLAG] : []),
    ],
    env: { ...process.env, HOME: home },
  });
  afterProcess(() => browser.close());
  return browser;
}

/**
 * A real headless browser in which every host name leads to one test server. It shares no state with other `Browser`
 * objects.
 */
export class Browser implements AsyncDisposable {
  readonly #chromium: Chromium;
  readonly #proxy: SocksProxy;
  readonly #contexts: BrowserContext[] = [];

  private constructor(chromium: Chromium, proxy: SocksProxy) {
    this.#chromium = chromium;
    this.#proxy = proxy;
  }

  /** Starts a browser. Its pages are closed when it is disposed of, or when this process exits. */
  static async start({ port }: Pick<Site, "port">, { isTrusting = false }: StartOptions = {}): Promise<Browser> {
    return new Browser(await sharedChromium(isTrusting), await SocksProxy.start(port));
  }

  /** Opens a tab with its own cookies. */
  async open({ withScripts = false, withoutPolicies = false }: TabOptions = {}): Promise<Tab> {
    return new Tab(await this.page({ javaScriptEnabled: withScripts, bypassCSP: withoutPolicies }));
  }

  /**
   * Opens a page in a new browser context, which shares nothing with others. Returns the library's page object, with
   * its full interface. When a step of the page times out, the error describes what the page shows.
   */
  async page(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.#chromium.newContext({ ...options, proxy: { server: this.#proxy.url } });
    this.#contexts.push(context);
    context.setDefaultTimeout(STEP_TIMEOUT_MS);
    const page = await context.newPage();
    return explainTimeouts(page, page);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#contexts.map((context) => context.close()));
    await this.#proxy[Symbol.asyncDispose]();
  }
}
