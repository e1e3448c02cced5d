import type { Locator, Page } from "playwright-core";

/** That an address is not found is an answer, and no complaint. */
const FAILED_LOAD = /^Failed to load resource:/;

/** Timeout of each step, in milliseconds: only against hanging, since a busy machine is slow. */
const STEP_TIMEOUT_MS = 240_000;

/** A page in a browser, used as people use it: by what stands on it, and not by how it is made. */
export class Tab {
  readonly #page: Page;
  /** What the page complained of, such as something that its own policy forbids. */
  readonly consoleErrors: string[] = [];

  constructor(page: Page) {
    this.#page = page;
    page.setDefaultTimeout(STEP_TIMEOUT_MS);
    page.on("console", (message) => {
      if (!FAILED_LOAD.test(message.text())) this.consoleErrors.push(`${message.type()}: ${message.text()}`);
    });
  }

  /** Opens an address, and waits until it is there. */
  async goto(url: string): Promise<void> {
    await this.#page.goto(url);
  }

  /** Opens an address of a file. Returns whether it is shown, or handed to the person to save. */
  async openFile(url: string): Promise<"shown" | "saved"> {
    try {
      await this.#page.goto(url);
      return "shown";
    } catch (error) {
      if (error instanceof Error && error.message.includes("Download is starting")) return "saved";
      throw error;
    }
  }

  /** From now on, what is at an address is this, whatever the server has there. */
  async overrideResponse(url: string, contentType: string, body: string | Buffer): Promise<void> {
    await this.#page.route(url, (route) => route.fulfill({ contentType, body }));
  }

  /** The address of the page that is shown. */
  url(): string {
    return this.#page.url();
  }

  title(): Promise<string> {
    return this.#page.title();
  }

  /** All text that can be seen. */
  text(): Promise<string> {
    return this.#page.innerText("body");
  }

  /** Types into the field with this label, instead of what is there. */
  async fill(label: string, text: string): Promise<void> {
    await this.#field(label).fill(text);
  }

  /** Chooses from the list with this label. */
  async choose(label: string, option: string): Promise<void> {
    await this.#field(label).selectOption({ label: option });
  }

  /** Clicks on a button or a link by its name, where that leads to no other page. */
  async click(name: string): Promise<void> {
    await this.#buttonOrLink(name).click();
  }

  /** Clicks on a button or a link by its name, and waits for the page that follows. */
  async clickAndNavigate(name: string): Promise<void> {
    await Promise.all([this.#page.waitForEvent("load"), this.click(name)]);
  }

  /** The value of a JavaScript expression; promises are waited for. */
  evaluate<T>(expression: string): Promise<T> {
    return this.#page.evaluate<T>(expression);
  }

  /** How wide the window is, and whether it is a dark room. */
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

  /** Gives the device an authenticator that keeps passkeys, knows its owner, and does what it is asked. */
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

  /** Runs a script in each page from now on, before those of the page. */
  async addInitScript(script: string): Promise<void> {
    await this.#page.addInitScript(script);
  }

  /** Waits until this can be seen. */
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
