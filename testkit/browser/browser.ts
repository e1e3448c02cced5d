import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, BrowserContextOptions, Browser as Chromium, Page } from "playwright-core";
import { Tab } from "./browser-tab.ts";
import { chromiumPath, DISABLE_FEATURES_FLAG } from "./chromium.ts";
import { afterProcess } from "../cleanup.ts";
import type { Site } from "../http.ts";
import { TEST_HOST } from "../servers/test-server.ts";
import { SocksProxy } from "../services/socks-proxy.ts";

/** Value of the test option `skip`: the reason if there is no browser; `false` if there is one. */
export const withoutBrowser: string | false =
  chromiumPath === undefined && "there is no Chromium on this machine; install it, or name it in PARLANCE_TEST_BROWSER";

interface TabOptions {
  /** Whether its pages may run scripts. Default: false. */
  readonly withScripts?: boolean;
  /** Whether it ignores the content security policies of pages. Default: false. */
  readonly withoutPolicies?: boolean;
}

interface StartOptions {
  /**
   * Whether pages of test organizations are treated as secure contexts, although they are not encrypted. Default:
   * false.
   */
  readonly isTrusting?: boolean;
}

const TRUST_FLAG = `--unsafely-treat-insecure-origin-as-secure=*.${TEST_HOST}`;

/** Browsers of this process, by whether they trust test organizations. Starting one takes longer than most tests. */
const startedBrowsers = new Map<boolean, Promise<Chromium>>();

/** Returns the headless browser of this process, or starts one if there is none or it has exited. */
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
    // Names are resolved by the proxy of each context; other requests cannot reach any other machine.
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

/** A real headless browser in which every host name leads to one test server. It shares nothing with others. */
export class Browser implements AsyncDisposable {
  readonly #chromium: Chromium;
  readonly #proxy: SocksProxy;
  readonly #contexts: BrowserContext[] = [];

  private constructor(chromium: Chromium, proxy: SocksProxy) {
    this.#chromium = chromium;
    this.#proxy = proxy;
  }

  /** Starts a browser. Its pages are closed when it is disposed of, and at the latest when this process exits. */
  static async start({ port }: Pick<Site, "port">, { isTrusting = false }: StartOptions = {}): Promise<Browser> {
    return new Browser(await sharedChromium(isTrusting), await SocksProxy.start(port));
  }

  /** Opens a tab with its own cookies. */
  async open({ withScripts = false, withoutPolicies = false }: TabOptions = {}): Promise<Tab> {
    return new Tab(await this.page({ javaScriptEnabled: withScripts, bypassCSP: withoutPolicies }));
  }

  /** Opens a page in a context of its own that shares nothing with others, with the library's full interface. */
  async page(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.#chromium.newContext({ ...options, proxy: { server: this.#proxy.url } });
    this.#contexts.push(context);
    return context.newPage();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#contexts.map((context) => context.close()));
    await this.#proxy[Symbol.asyncDispose]();
  }
}
