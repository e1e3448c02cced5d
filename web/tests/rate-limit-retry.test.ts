// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Browser, createTestOrganization, testServer, withoutBrowser } from "@parlance/testkit";
import { openClientAs } from "./fixtures/screen.ts";

const server = await testServer();

test(
  "a request that was rejected because of a rate limit is repeated after the time that the server specifies",
  { skip: withoutBrowser },
  async () => {
    const { hamlet } = await createTestOrganization(server);
    await using browser = await Browser.start(server);
    const screen = await openClientAs(browser, server, hamlet);
    const { page } = screen;
    let requestCount = 0;
    await page.route("**/api/v1/users/me/alert_words", async (route) => {
      requestCount += 1;
      if (requestCount > 1) return route.continue();
      const refusal = {
        result: "error",
        code: "RATE_LIMIT_HIT",
        msg: "API usage exceeded rate limit",
        "retry-after": 1,
      };
      return route.fulfill({ status: 429, headers: { "retry-after": "1" }, json: refusal });
    });
    await screen.goTo("#settings/words");
    await page.getByLabel("Word or phrase").fill("yorick");
    await screen.button("Add").click();
    await page.waitForFunction(() => document.querySelector("input")?.value === "" || undefined);
    assert.equal(requestCount, 2);
    assert.deepEqual((await hamlet.callOrThrow("GET", "/users/me/alert_words", {})).alert_words, ["yorick"]);
    assert.deepEqual(screen.errors, []);
  },
);
