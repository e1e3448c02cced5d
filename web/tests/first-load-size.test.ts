// Slow: starts a browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import type { Page } from "playwright-core";
import {
  addBulkMembers,
  Browser,
  createTestOrganization,
  signInWithSession,
  testServer,
  type TestOrganization,
  until,
  withoutBrowser,
  writeRowsDirectly,
} from "@parlance/testkit";
import { WIDE } from "./fixtures/screen.ts";

const server = await testServer();

const EVENTS = "/api/v1/events";
const PEOPLE = 2000;
/** Maximum number of bytes that the browser receives, headers included. */
const BUDGET = 400_000;

/** Adds users with different names. Names that differ only by a number would be compressed too well. */
async function addPeople(realm: TestOrganization, channelId: number): Promise<void> {
  await addBulkMembers(server.db, { realmId: realm.realmId, channelId, size: PEOPLE });
  await writeRowsDirectly(realm, async (tx) => {
    await sql`
      with new as (
        select id, translate(substr(md5(id::text), 1, 14), '0123456789', 'aeiouhlnrs') as name from account
        where realm_id = ${realm.realmId} and email_key like 'crowd-%'
      )
      update account
      set full_name = initcap(substr(name, 1, 6) || ' ' || substr(name, 7)), name_key = substr(name, 1, 6) || ' ' || substr(name, 7),
        delivery_email = name || '@example.com', email_key = name || '@example.com'
      from new where new.id = account.id`.execute(tx);
  });
}

/** Records the requests of a page, with the number of bytes that the browser receives for each. */
async function recordRequests(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  const paths = new Map<string, string>();
  const bytes = new Map<string, number>();
  devtools.on("Network.requestWillBeSent", ({ requestId, request }) =>
    paths.set(requestId, new URL(request.url).pathname),
  );
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => bytes.set(requestId, encodedDataLength));
  // Avatars are on another server, which tests cannot reach.
  devtools.on("Network.loadingFailed", ({ requestId }) => bytes.set(requestId, 0));
  await devtools.send("Network.enable");
  return {
    /** The requests that have finished, the largest response first. */
    get finished(): (readonly [path: string, bytes: number])[] {
      const all = [...bytes].map(([id, size]) => [paths.get(id) ?? "", size] as const);
      return all.sort(([, a], [, b]) => b - a);
    },
    /** The paths of the requests that have not finished. */
    get pending(): string[] {
      return [...paths].filter(([id]) => !bytes.has(id)).map(([, path]) => path);
    },
  };
}

test(
  "the first load of the web client in an organization of 2,000 people transfers less than 0.4 MB",
  { skip: withoutBrowser },
  async () => {
    const realm = await createTestOrganization(server);
    const { hamlet, cordelia } = realm;
    const channel = await hamlet.createChannel("castle", [hamlet, cordelia]);
    await addPeople(realm, channel);
    await cordelia.sendToChannel(channel, { topic: "ghosts", content: "Who is there?" });
    await using browser = await Browser.start(server);
    const page = await browser.page(WIDE);
    const requests = await recordRequests(page);
    const url = `http://${hamlet.site.host}`;
    const { sessionToken } = await signInWithSession(server, hamlet);
    await page.context().addCookies([{ name: "parlance_session", value: sessionToken, url }]);
    await page.goto(`${url}/#narrow/channel/${channel}/topic/ghosts`);
    await page.getByText("Who is there?").first().waitFor();
    // In the end, the client only waits for events.
    await until(() => requests.pending.length > 0 && requests.pending.every((path) => path.startsWith(EVENTS)));
    const { finished } = requests;
    assert.ok(finished.some(([path]) => path.endsWith("/register")));
    const total = finished.reduce((sum, [, size]) => sum + size, 0);
    const largest = finished.slice(0, 10).map(([path, size]) => `${path} ${size}`);
    assert.ok(total < BUDGET, `${total} bytes, among them: ${largest.join(", ")}`);
  },
);
