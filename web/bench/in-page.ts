// Functions that run in the measured page. They may not use anything outside of themselves, because they are sent to
// the page as source code.

/**
 * Reports the time at which messages and the composer are in the page for the first time, in milliseconds after the
 * start of the navigation. Checks in every frame.
 */
export function reportReady(): void {
  const look = () => {
    if (document.querySelector("article") && document.querySelector("[data-composer] textarea")) {
      // The benchmark waits for this line in the console. Polling the page instead would take time away from it.
      // oxlint-disable-next-line no-console
      console.debug(`ready ${performance.now()}`);
    } else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Opens another conversation. Resolves with the time until its messages are in the page, in milliseconds. */
export const switchTo = (address: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const before = document.querySelector("article");
    const startedAt = performance.now();
    location.hash = address;
    const look = () => {
      const now = document.querySelector("article");
      const elapsed = performance.now() - startedAt;
      if (now && now !== before) resolve(elapsed);
      else if (elapsed > 60_000) reject(new Error(`${address} was not shown`));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });

/**
 * Starts to record the time from each key press until the result is painted, in milliseconds. The end is the first task
 * after the frame that shows the result. The browser's Event Timing API cannot be used: on a machine without a screen,
 * frames may never count as presented.
 */
export function recordKeyTimes(): void {
  const page = globalThis as { keyTimes?: number[] };
  const times: number[] = (page.keyTimes = []);
  const note = ({ timeStamp }: Event) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener("message", () => times.push(performance.now() - timeStamp), { once: true });
      port1.start();
      port2.postMessage(null);
    });
  addEventListener("keydown", note, { capture: true });
}

export const recordedKeyTimes = (): number[] => (globalThis as { keyTimes?: number[] }).keyTimes ?? [];

/**
 * Scrolls back through a number of messages in the open list. Resolves with the duration of each frame, in
 * milliseconds.
 */
export const scrollBack = (messages: number): Promise<number[]> =>
  new Promise((resolve, reject) => {
    const list = document.querySelector("[role=log]");
    const seen = new Set<string>();
    const frames: number[] = [];
    let last = performance.now();
    let progressAt = last;
    const step = (now: number) => {
      frames.push(now - last);
      last = now;
      const before = seen.size;
      for (const { dataset } of document.querySelectorAll<HTMLElement>("[data-message]")) {
        seen.add(dataset["message"] ?? "");
      }
      if (seen.size > before) progressAt = now;
      if (seen.size >= messages) return resolve(frames);
      if (!list || now - progressAt > 20_000) return reject(new Error(`only ${seen.size} messages could be seen`));
      list.scrollBy(0, -400);
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });

/**
 * Resolves with the number of the frame after pressing Enter in which the user's message is in the list. The next frame
 * is 1.
 */
export const framesUntilShown = (text: string): Promise<number> =>
  new Promise((resolve) => {
    const count = (frame: number) => {
      const isThere = Array.from(document.querySelectorAll("article")).some(({ textContent }) =>
        textContent.includes(text),
      );
      if (isThere) resolve(frame);
      else requestAnimationFrame(() => count(frame + 1));
    };
    const note = ({ key }: KeyboardEvent) => {
      if (key !== "Enter") return;
      removeEventListener("keydown", note, { capture: true });
      requestAnimationFrame(() => count(1));
    };
    addEventListener("keydown", note, { capture: true });
  });

/** Makes the page behave as if it were hidden. On a machine without a screen, browsers consider all pages visible. */
export function hide(): void {
  Object.defineProperty(document, "visibilityState", { get: () => "hidden", configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}

/** Undoes `hide`. */
export function show(): void {
  Object.defineProperty(document, "visibilityState", { get: () => "visible", configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}
