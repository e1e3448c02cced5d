import { inspect } from "node:util";
import type { Locator, Page } from "playwright-core";

/** Time in milliseconds that the description of a page may take, after a step has already failed. */
const SNAPSHOT_TIMEOUT_MS = 5_000;

/**
 * Returns a page, or a locator of it, whose errors on timeouts also describe the page: its URL, and the elements that it
 * shows. Playwright's own message only names the step, and the element that it waited for.
 */
export function explainTimeouts<T extends Page | Locator>(subject: T, page: Page): T {
  return new Proxy(subject, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== "function") return method;
      return (...args: readonly unknown[]) => {
        const result: unknown = Reflect.apply(method, target, args);
        if (result instanceof Promise)
          return result.catch(async (error: unknown) => rethrowExplained(page, args, error));
        return isLocator(result) ? explainTimeouts(result, page) : result;
      };
    },
  });
}

const isLocator = (value: unknown): value is Locator =>
  typeof value === "object" && value !== null && "waitFor" in value;

async function rethrowExplained(page: Page, [condition, argument]: readonly unknown[], error: unknown): Promise<never> {
  if (!(error instanceof Error) || error.name !== "TimeoutError") throw error;
  const shown = await page
    .locator("body")
    .ariaSnapshot({ timeout: SNAPSHOT_TIMEOUT_MS })
    .catch((cause: unknown) => `(unknown: ${String(cause)})`);
  const message = [
    error.message,
    ...describeCondition(condition, argument),
    `The page ${page.url()} shows:`,
    shown,
  ].join("\n");
  // The stack repeats the message, and test reports print the stack.
  error.stack = (error.stack ?? "").replace(error.message, () => message);
  error.message = message;
  throw error;
}

/** Returns the function that `waitForFunction` waits for, and its argument. Playwright's message does not contain them. */
function describeCondition(condition: unknown, argument: unknown): string[] {
  if (typeof condition !== "function") return [];
  const withArgument = argument === undefined ? "" : `, called with ${inspect(argument, { depth: 0 })}`;
  return [`waiting for ${String(condition)}${withArgument}`];
}
