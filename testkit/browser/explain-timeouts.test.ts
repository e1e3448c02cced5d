// Slow: starts a browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Browser, testServer, withoutBrowser } from "@parlance/testkit";

const server = await testServer();

test(
  "a browser step that cannot succeed fails with the element that it waited for, and with what the page shows",
  { skip: withoutBrowser },
  async () => {
    await using browser = await Browser.start(server);
    const page = await browser.page();
    await page.setContent("<main><h1>Inbox</h1></main>");
    const heading = page.getByRole("main").getByRole("heading", { name: "New users" });
    // The heading never appears, so the test does not depend on the timeout.
    await assert.rejects(heading.waitFor({ timeout: 1 }), ({ stack = "" }: Error) => {
      for (const part of [/New users/, /heading "Inbox"/, /explain-timeouts[.]test[.]ts/]) assert.match(stack, part);
      return true;
    });
    const hasTitle = (title: string) => document.title === title;
    await assert.rejects(page.waitForFunction(hasTitle, "New users", { timeout: 1 }), ({ message }: Error) => {
      for (const part of [/document[.]title/, /'New users'/, /heading "Inbox"/]) assert.match(message, part);
      return true;
    });
  },
);
