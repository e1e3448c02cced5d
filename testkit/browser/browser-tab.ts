import type { Locator, Page } from "playwright-core";

/** Console message about a failed request, which is a valid response and not an error of the page. */
const FAILED_LOAD = /^Failed to load resource:/;

/**
 * Timeout of each step, in milliseconds: high, because a busy machine is slow, and it only protects against hanging.
 */
const STEP_TIMEOUT_MS = 240_000;

/** A page in a browser, used like a user does: by what it shows, and not by its implementation. */
export class Tab {
  readonly #page: Page;
  /** Console messages of the page, for example about violations of its own policy. */
  readonly consoleErrors: string[] = [];

  constructor(page: Page) {
    this.#page = page;
    page.setDefaultTimeout(STEP_TIMEOUT_MS);
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

  /** Replaces the response of a URL from now on. */
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

  /** Clicks a button or a link by its name, if that leads to no other page. */
  async click(name: string): Promise<void> {
    await this.#buttonOrLink(name).click();
  }

  /** Clicks a button or a link by its name, and waits for the next page. */
  async clickAndNavigate(name: string): Promise<void> {
    await Promise.all([this.#page.waitForEvent("load"), this.click(name)]);
  }

  /** Evaluates a JavaScript expression, and awaits promises. */
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

  /** Adds an authenticator to the device that stores passkeys, verifies the user, and approves all requests. */
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

  /** Runs a script in each page from now on, before the page's own scripts. */
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
