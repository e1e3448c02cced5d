// What runs in the measured page itself. Each of these functions stands alone: it is sent there as text.

/** Says when messages and the composer were there first, in milliseconds since the page was asked for; looks in each frame. */
export function reportReady(): void {
  const look = () => {
    if (document.querySelector("article") && document.querySelector("[data-composer] textarea")) {
      // Who measures listens to it: to be asked takes time from the page.
      // oxlint-disable-next-line no-console
      console.debug(`ready ${performance.now()}`);
    } else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** How long it takes to show another conversation, in milliseconds: until its messages stand there. */
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
 * From now on notes how long each key waits until it is painted, in milliseconds: until the first thing that happens after the
 * frame in which it shows. What the browser itself counts is of no use here: without a screen, frames may never count as shown.
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

/** Scrolls back through so many messages of the open list. Returns how long each frame took, in milliseconds. */
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

/** In which frame after Enter one's own message stands in the list: 1 is the next one. */
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

/** Makes the page one that nobody sees, as far as it can tell: without a screen, browsers see all of theirs. */
export function hide(): void {
  Object.defineProperty(document, "visibilityState", { get: () => "hidden", configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}

/** Makes it one that is seen again. */
export function show(): void {
  Object.defineProperty(document, "visibilityState", { get: () => "visible", configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}
