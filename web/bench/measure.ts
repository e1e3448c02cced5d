// Measures the web client in a browser. Runs in a child process of the benchmarks.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { chromium, type BrowserContext, type CDPSession, type Page } from "playwright-core";
import { handleParentCalls } from "../../bench/child-process.ts";
import { chromiumPath } from "../../testkit/browser/chromium.ts";
import {
  framesUntilShown,
  hide,
  recordedKeyTimes,
  recordKeyTimes,
  reportReady,
  scrollBack,
  show,
  switchTo,
} from "./in-page.ts";
import type { Scene, WebFigures } from "./scene.ts";
import { Writer } from "./writer.ts";

/** Factor by which the page runs slower than this machine could run it. */
const CPU_SLOWDOWN = 4;
const TIMEOUT_MS = 120_000;
/** Time in milliseconds that is longer than the interval at which the client persists its state. */
const PERSIST_WAIT_MS = 8_000;
/**
 * Time in milliseconds after which an opened list no longer moves. Scrolling is measured only after that, because a
 * user also looks at a list before scrolling it.
 */
const SETTLE_MS = 500;
/** Interval between key presses in milliseconds, as of a fast typist. In the palette, it is twice as long. */
const KEY_INTERVAL_MS = 60;

const READY = /^ready ([\d.]+)$/;

interface SlowPage {
  readonly page: Page;
  readonly protocol: CDPSession;
}

/** Measures one thing after the other in a browser that is started for this measurement. */
class BrowserMeasurement {
  readonly #scene: Scene;
  readonly #context: BrowserContext;

  private constructor(scene: Scene, context: BrowserContext) {
    this.#scene = scene;
    this.#context = context;
  }

  static async set(scene: Scene, context: BrowserContext): Promise<BrowserMeasurement> {
    await context.addCookies([{ name: "parlance_session", value: scene.token, url: scene.url }]);
    await context.addInitScript(reportReady);
    return new BrowserMeasurement(scene, context);
  }

  address(nth: number): string {
    const { channelId, topic } = this.#scene.conversations[nth % this.#scene.conversations.length] ?? { topic: "" };
    return `#narrow/channel/${channelId}/topic/${encodeURIComponent(topic).replaceAll("%", ".")}`;
  }

  /** Opens the client in a new page that shows a conversation. `elapsedMs` is the time that this took, in milliseconds. */
  async opens(nth = 0): Promise<SlowPage & { readonly elapsedMs: number }> {
    const page = await this.#context.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    const protocol = await this.#context.newCDPSession(page);
    await protocol.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    // Waits for a line in the console instead of polling the page, because polling would take time away from the page.
    const ready = page.waitForEvent("console", (message) => READY.test(message.text()));
    await page.goto(`${this.#scene.url}/${this.address(nth)}`, { waitUntil: "commit" });
    return { page, protocol, elapsedMs: Number(READY.exec((await ready).text())?.[1]) };
  }
}

async function measureOpenings(
  stage: BrowserMeasurement,
  times: number,
): Promise<Pick<WebFigures, "firstOpening" | "secondOpenings">> {
  const first = await stage.opens();
  await delay(PERSIST_WAIT_MS);
  await first.page.close();
  const secondOpenings: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const { page, elapsedMs } = await stage.opens();
    secondOpenings.push(elapsedMs);
    await page.close();
  }
  return { firstOpening: first.elapsedMs, secondOpenings };
}

async function measureSwitches(stage: BrowserMeasurement, { page }: SlowPage, rounds: number): Promise<number[]> {
  const addresses = [1, 2, 3, 0].map((nth) => stage.address(nth));
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    for (const address of addresses) {
      const elapsedMs = await page.evaluate(switchTo, address);
      // The first round is not counted, because it loads the messages.
      if (round > 0) times.push(elapsedMs);
      await delay(300);
    }
  }
  return times;
}

async function measureKeys({ page }: SlowPage, count: number): Promise<number[]> {
  await page.evaluate(recordKeyTimes);
  await page.locator("[data-composer] textarea").focus();
  for (let key = 0; key < count; key += 1)
    await page.keyboard.press(key % 6 === 5 ? "Space" : "e", { delay: KEY_INTERVAL_MS });
  return page.evaluate(recordedKeyTimes);
}

/**
 * Queries that are typed into the palette: names of users and channels, words in any order, and texts without a result.
 */
const PALETTE_QUERIES = [
  "reader 42",
  "channel 7",
  "9 reader",
  "zebra",
  "settings",
  "channel 31",
  "4 reader 2",
  "inbox",
];

/** Types each query, one character after the other, and measures the time until the results are painted. */
async function measurePaletteKeys({ page }: SlowPage): Promise<number[]> {
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox");
  await field.waitFor();
  await delay(2_000);
  await page.evaluate(recordKeyTimes);
  for (const text of PALETTE_QUERIES) {
    for (const character of text) {
      await page.keyboard.press(character === " " ? "Space" : character, { delay: KEY_INTERVAL_MS });
      await delay(KEY_INTERVAL_MS);
    }
    await field.press("Control+a");
  }
  const noted = await page.evaluate(recordedKeyTimes);
  await page.keyboard.press("Escape");
  return noted;
}

async function measureFrameOfOwnMessage({ page }: SlowPage): Promise<number> {
  const field = page.locator("[data-composer] textarea");
  await field.fill("This is my own **message**.");
  await delay(1000);
  const shown = page.evaluate(framesUntilShown, "This is my own message.");
  await field.press("Control+Enter");
  return shown;
}

async function heapSize({ protocol }: SlowPage): Promise<number> {
  for (let time = 0; time < 3; time += 1) await protocol.send("HeapProfiler.collectGarbage");
  const { usedSize } = await protocol.send("Runtime.getHeapUsage");
  return usedSize;
}

/** Measures the size of the heap while the page receives many messages and switches between conversations. */
async function measureHeap(
  stage: BrowserMeasurement,
  opened: SlowPage,
  writer: Writer,
  size: { readonly received: number; readonly switches: number },
): Promise<WebFigures["heap"]> {
  await opened.protocol.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  const half = async () => {
    const last = await writer.writes(size.received / 2);
    for (let nth = 0; nth < size.switches / 2; nth += 1) await opened.page.evaluate(switchTo, stage.address(nth + 1));
    await opened.page.evaluate(switchTo, `${stage.address(0)}/near/${last}`);
    await opened.page.getByText(writer.last).first().waitFor();
    return heapSize(opened);
  };
  const middle = await half();
  return { ...size, middle, end: await half() };
}

/** Measures which share of a processor the page uses, first while it is hidden and then while it is visible. */
async function measureIdle(page: SlowPage, writer: Writer, seconds: number): Promise<WebFigures["idle"]> {
  await page.page.evaluate(hide);
  const unseen = await processorShare(page, writer, seconds);
  await page.page.evaluate(show);
  return { unseen, seen: await processorShare(page, writer, seconds) };
}

async function processorShare({ protocol }: SlowPage, writer: Writer, seconds: number): Promise<number> {
  await protocol.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  // Measured in processor time, so that the time used by other programs does not count.
  await protocol.send("Performance.enable", { timeDomain: "threadTicks" });
  const busy = async () =>
    (await protocol.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
  await delay(3_000);
  const before = await busy();
  for (let second = 0; second < seconds; second += 1) await Promise.all([delay(1_000), writer.writes(1)]);
  return ((await busy()) - before) / seconds;
}

/** Prints on standard error what is being measured. */
const reportProgress = (what: string) => process.stderr.write(`web: ${what}\n`);

async function measure(scene: Scene): Promise<WebFigures> {
  await using cleanup = new AsyncDisposableStack();
  // Makes all hosts except for the measured server unreachable.
  const args = ["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost"];
  // Uses a persistent profile, as users have. A private window would not keep the compiled code of a page.
  const profile = await mkdtemp(join(tmpdir(), "parlance-bench-browser-"));
  cleanup.defer(() => rm(profile, { recursive: true, force: true }));
  const context = await chromium.launchPersistentContext(profile, {
    args,
    viewport: { width: 1280, height: 800 },
    ...(chromiumPath !== undefined && { executablePath: chromiumPath }),
  });
  cleanup.defer(() => context.close());
  const stage = await BrowserMeasurement.set(scene, context);
  const { quick } = scene;
  reportProgress("openings");
  const opened = await measureOpenings(stage, quick ? 3 : 10);
  const page = await stage.opens();
  const writer = new Writer(scene);
  reportProgress("changes of conversation, and keys");
  const figures = {
    ...opened,
    switches: await measureSwitches(stage, page, quick ? 3 : 10),
    keys: await measureKeys(page, quick ? 60 : 300),
    frameOfOwn: await measureFrameOfOwnMessage(page),
    paletteKeys: await measurePaletteKeys(page),
  };
  reportProgress("scrolling");
  await page.page.evaluate(switchTo, `#feed/near/${await writer.writes(1)}`);
  // While the user has not touched a list, it stays at its opening position, even if a script scrolls it.
  await page.page.locator("[role=log]").hover();
  await page.page.mouse.wheel(0, -100);
  await delay(SETTLE_MS);
  const frames = await page.page.evaluate(scrollBack, quick ? 1_500 : 10_000);
  await page.page.evaluate(switchTo, stage.address(0));
  reportProgress("memory");
  const size = quick ? { received: 4_000, switches: 100 } : { received: 20_000, switches: 500 };
  const heapSizes = await measureHeap(stage, page, writer, size);
  reportProgress("one event a second");
  return { ...figures, frames, heap: heapSizes, idle: await measureIdle(page, writer, quick ? 10 : 60) };
}

handleParentCalls({ measure });
