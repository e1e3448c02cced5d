import { writeFile } from "node:fs/promises";
import type { DevTools } from "./devtools.ts";

/** A page in a browser, used as people use it: by what stands on it, and not by how it is made. */
export class Tab {
  readonly #devTools: DevTools;
  readonly #session: string;
  /** What the page complained of, such as something that its own policy forbids. */
  readonly complaints: string[] = [];

  private constructor(devTools: DevTools, session: string) {
    this.#devTools = devTools;
    this.#session = session;
  }

  static async attach(devTools: DevTools, session: string, withScripts: boolean): Promise<Tab> {
    const tab = new Tab(devTools, session);
    for (const domain of ["Page", "DOM", "Accessibility", "Log"]) await tab.#send(`${domain}.enable`);
    devTools.on("Log.entryAdded", session, ({ entry }) => {
      // That an address is not found is an answer, and no complaint.
      if (entry.source !== "network") tab.complaints.push(`${entry.level}: ${entry.text}`);
    });
    if (!withScripts) await tab.allowScripts(false);
    return tab;
  }

  async allowScripts(isAllowed: boolean): Promise<void> {
    await this.#send("Emulation.setScriptExecutionDisabled", { value: !isAllowed });
  }

  /** Opens an address, and waits until it is there. */
  async goto(url: string): Promise<void> {
    const { errorText } = await this.#loading(() => this.#send("Page.navigate", { url }));
    if (errorText) throw new Error(`${url}: ${errorText}`);
  }

  /** The address of the page that is shown. */
  url(): Promise<string> {
    return this.evaluate("location.href");
  }

  title(): Promise<string> {
    return this.evaluate("document.title");
  }

  /** All text that can be seen. */
  text(): Promise<string> {
    return this.evaluate("document.body.innerText");
  }

  /** Types into the field with this label, in place of what stands there. */
  async fill(label: string, text: string): Promise<void> {
    const objectId = await this.#find(["textbox"], label);
    await this.#click(objectId);
    await this.#send("Runtime.callFunctionOn", { objectId, functionDeclaration: "function () { this.select(); }" });
    await this.#send("Input.insertText", { text });
  }

  /** Chooses from the list with this label. */
  async choose(label: string, option: string): Promise<void> {
    const objectId = await this.#find(["combobox"], label);
    const functionDeclaration = `function (text) {
      const option = [...this.options].find((one) => one.text === text);
      if (!option) throw new Error("there is no " + text);
      this.value = option.value;
    }`;
    const call = { objectId, functionDeclaration, arguments: [{ value: option }] };
    const { exceptionDetails } = await this.#send("Runtime.callFunctionOn", call);
    if (exceptionDetails) throw new Error(`${label}: there is no ${option}`);
  }

  /** Clicks on a button or a link by its name, where that leads to no other page. */
  async click(name: string): Promise<void> {
    await this.#click(await this.#find(["button", "link"], name));
  }

  /** Clicks on a button or a link by its name, and waits for the page that follows. */
  async follow(name: string): Promise<void> {
    const objectId = await this.#find(["button", "link"], name);
    await this.#loading(() => this.#click(objectId));
  }

  /** The value of a JavaScript expression; promises are waited for. */
  async evaluate<T>(expression: string): Promise<T> {
    const parameters = { expression, returnByValue: true, awaitPromise: true };
    const { result, exceptionDetails } = await this.#send("Runtime.evaluate", parameters);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as T;
  }

  /** How wide the window is, and whether it is a dark room. */
  async look({ width, height = 800, dark = false }: { width: number; height?: number; dark?: boolean }): Promise<void> {
    const metrics = { width, height, deviceScaleFactor: 1, mobile: width < 600 };
    await this.#send("Emulation.setDeviceMetricsOverride", metrics);
    const features = [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }];
    await this.#send("Emulation.setEmulatedMedia", { features });
  }

  /** Keeps a picture of the page, for people to look at. */
  async picture(path: string): Promise<void> {
    const { data } = await this.#send("Page.captureScreenshot", { captureBeyondViewport: true });
    await writeFile(path, Buffer.from(data, "base64"));
  }

  async #find(roles: readonly string[], accessibleName: string): Promise<string> {
    const { root } = await this.#send("DOM.getDocument", { depth: 0 });
    for (const role of roles) {
      const query = { backendNodeId: root.backendNodeId, role, accessibleName };
      const { nodes } = await this.#send("Accessibility.queryAXTree", query);
      if (!nodes[0]) continue;
      const { object } = await this.#send("DOM.resolveNode", { backendNodeId: nodes[0].backendDOMNodeId });
      return object.objectId;
    }
    throw new Error(`there is no ${roles.join(" or ")} “${accessibleName}” on:\n${await this.text()}`);
  }

  async #click(objectId: string): Promise<void> {
    await this.#send("DOM.scrollIntoViewIfNeeded", { objectId });
    const { quads } = await this.#send("DOM.getContentQuads", { objectId });
    const [x1, y1, x2, , , y3] = quads[0] ?? [];
    const at = { x: ((x1 ?? 0) + (x2 ?? 0)) / 2, y: ((y1 ?? 0) + (y3 ?? 0)) / 2, button: "left", clickCount: 1 };
    await this.#send("Input.dispatchMouseEvent", { type: "mousePressed", ...at });
    await this.#send("Input.dispatchMouseEvent", { type: "mouseReleased", ...at });
  }

  async #loading<T>(act: () => Promise<T>): Promise<T> {
    const loaded = this.#devTools.next("Page.loadEventFired", this.#session);
    const [result] = await Promise.all([act(), loaded]);
    return result;
  }

  #send<M extends string>(method: M, params: object = {}) {
    return this.#devTools.send(method, params, this.#session);
  }
}
