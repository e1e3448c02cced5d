// Functions that run in the measured page. Each is self-contained, because it is sent there as text.

/**
 * Reports when messages and the composer are first in the page, in milliseconds since the navigation started. Checks in
 * every frame.
 */
export function reportReady(): void {
  const look = () => {
    if (document.querySelector("article") && document.querySelector("[data-composer] textarea")) {
      // The benchmark listens for this line. Polling the page would take time from it.
      // oxlint-disable-next-line no-console
      console.debug(`ready ${performance.now()}`);
    } else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Measures how long it takes to show another conversation, in milliseconds, until its messages are in the page. */
export const switchTo = (address: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const before = document.querySelector("article");
    const begun = performance.now();
    location.hash = address;
    const look = () => {
      const now = document.querySelector("article");
      const took = performance.now() - begun;
      if (now && now !== before) resolve(took);
      else if (took > 60_000) reject(new Error(`${address} was not shown`));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });

/**
 * Starts recording the time from each key press until it is painted, in milliseconds: until the first task after the
 * frame that shows it. The browser's own event timing is unusable here: without a screen, frames may never count as
 * presented.
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

/** Scrolls back through a number of messages of the open list. Returns the duration of each frame, in milliseconds. */
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

/** Returns the number of the frame after Enter in which the user's own message is in the list. 1 is the next frame. */
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

/** Makes the page believe that it is hidden: without a screen, browsers consider all their pages visible. */
export function hide(): void {
  Object.defineProperty(document, "visibilityState", { get: () => "hidden", configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}

/** Makes the page visible again. */
export function show(): void {
  Object.defineProperty(document, "visibilityState", { get: () => "visible", configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}
