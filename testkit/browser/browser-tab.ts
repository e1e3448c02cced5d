import type { Locator, Page } from "playwright-core";

/**
 * Matches the console message about a failed request. Tests expect some requests to fail, so it does not count as an
 * error of the page.
 */
const FAILED_LOAD = /^Failed to load resource:/;

/** A browser page that tests use as a user does: through what the page shows, not through its implementation. */
export class Tab {
  readonly #page: Page;
  /**
   * Messages of all types in the page's console, except those about failed requests. They include reports of violations
   * of its content security policy.
   */
  readonly consoleErrors: string[] = [];

  constructor(page: Page) {
    this.#page = page;
    page.on("console", (message) => {
      if (!FAILED_LOAD.test(message.text())) this.consoleErrors.push(`${message.type()}: ${message.text()}`);
    });
  }

  /** Opens a URL, and waits until it is loaded. */
  async goto(url: string): Promise<void> {
    await this.#page.goto(url);
  }

  /** Opens the URL of a file. Returns whether the browser shows it or downloads it. */
  async openFile(url: string): Promise<"shown" | "saved"> {
    try {
      await this.#page.goto(url);
      return "shown";
    } catch (error) {
      if (error instanceof Error && error.message.includes("Download is starting")) return "saved";
      throw error;
    }
  }

  /** From now on, requests for a URL get this response. */
  async overrideResponse(url: string, contentType: string, body: string | Buffer): Promise<void> {
    await this.#page.route(url, (route) => route.fulfill({ contentType, body }));
  }

  /** The URL of the present page. */
  url(): string {
    return this.#page.url();
  }

  title(): Promise<string> {
    return this.#page.title();
  }

  /** All visible text. */
  text(): Promise<string> {
    return this.#page.innerText("body");
  }

  /** Replaces the text in the field with this label. */
  async fill(label: string, text: string): Promise<void> {
    await this.#field(label).fill(text);
  }

  /** Chooses an option of the list with this label. */
  async choose(label: string, option: string): Promise<void> {
    await this.#field(label).selectOption({ label: option });
  }

  /** Clicks the button or link with this name. For clicks that do not load another page. */
  async click(name: string): Promise<void> {
    await this.#buttonOrLink(name).click();
  }

  /** Clicks the button or link with this name, and waits until the next page is loaded. */
  async clickAndNavigate(name: string): Promise<void> {
    await Promise.all([this.#page.waitForEvent("load"), this.click(name)]);
  }

  /** Evaluates a JavaScript expression in the page. If the result is a promise, awaits it. */
  evaluate<T>(expression: string): Promise<T> {
    return this.#page.evaluate<T>(expression);
  }

  /** Sets the size of the window and the color scheme. */
  async setViewport({
    width,
    height = 800,
    dark = false,
  }: {
    width: number;
    height?: number;
    dark?: boolean;
  }): Promise<void> {
    await this.#page.setViewportSize({ width, height });
    await this.#page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
  }

  /** Adds a virtual authenticator that stores passkeys, counts the user as verified, and approves all requests. */
  async addAuthenticator(): Promise<void> {
    const devtools = await this.#page.context().newCDPSession(this.#page);
    await devtools.send("WebAuthn.enable");
    await devtools.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
  }

  /** From now on, runs a script in each page before the page's own scripts. */
  async addInitScript(script: string): Promise<void> {
    await this.#page.addInitScript(script);
  }

  /** Waits until a text is visible. */
  async waitForText(text: string): Promise<void> {
    await this.#page.getByText(text).first().waitFor();
  }

  #field(label: string): Locator {
    return this.#page.getByLabel(label, { exact: true });
  }

  #buttonOrLink(name: string): Locator {
    const named = { name, exact: true };
    return this.#page.getByRole("button", named).or(this.#page.getByRole("link", named));
  }
}
