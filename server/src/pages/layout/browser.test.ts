// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  Browser,
  call,
  createTestOrganization,
  TestUser,
  startServerWithMail,
  type Tab,
  type TestOrganization,
  watchEvents,
  withoutBrowser,
} from "@parlance/testkit";
import { accessibilityViolations } from "../fixtures/accessibility-violations.ts";
import { findPathIn } from "../fixtures/visitor.ts";

const { server, mailbox } = await startServerWithMail();
const PASSWORD = "a truant disposition";

/** Invites a user. Returns the URL of the invitation link in the email. */
async function invited(realm: TestOrganization, email: string, channels: readonly number[] = []): Promise<string> {
  await realm.iago.callOrThrow("POST", "/invites", { invitee_emails: email, stream_ids: channels });
  return `http://${realm.host}${findPathIn(await mailbox.next(email), "/accounts/do_confirm/")}`;
}

/** Text that the web client's page shows in a browser without scripts. */
const WITHOUT_SCRIPTS = "Use an app instead.";

async function join(tab: Tab, link: string): Promise<void> {
  await tab.goto(link);
  await tab.fill("Your name", "Horatio");
  await tab.fill("Password", PASSWORD);
  await tab.choose("Time zone", "Europe/Copenhagen");
  await tab.clickAndNavigate("Join");
}

test(
  "a new user can accept an invitation and send a first message with a real browser without scripts",
  { skip: withoutBrowser },
  async () => {
    const realm = await createTestOrganization(server);
    const channel = await realm.iago.createChannel("ramparts", [realm.iago, realm.hamlet]);
    const email = `horatio@${realm.host}`;
    const link = await invited(realm, email, [channel]);

    await using browser = await Browser.start(server);
    const tab = await browser.open();
    await join(tab, link);
    assert.equal(tab.url(), `http://${realm.host}/`);
    await tab.clickAndNavigate(WITHOUT_SCRIPTS);
    const welcome = await tab.text();
    assert.match(welcome, /You are logged in as Horatio\./);
    assert.deepEqual(tab.consoleErrors, []);

    // Continue with the commands that the page shows.
    assert.ok(welcome.includes(`/api/v1/fetch_api_key --data-urlencode username=${email}`), welcome);
    const site = { port: server.port, host: realm.host };
    const parameters = { username: email, password: PASSWORD };
    const { api_key: key, user_id: id } = await call(site, { method: "POST", path: "/fetch_api_key", parameters });
    const horatio = new TestUser(site, { id: Number(id), email, fullName: "Horatio", apiKey: String(key) });
    const [toHamlet] = await watchEvents([realm.hamlet], () =>
      horatio.sendToChannel(channel, { topic: "the watch", content: "A piece of him." }),
    );
    const message = toHamlet?.find(({ type }) => type === "message")?.["message"];
    assert.deepEqual([message?.sender_full_name, message?.content], ["Horatio", "<p>A piece of him.</p>"]);

    await tab.clickAndNavigate("Log out");
    assert.match(await tab.text(), /Log in to Shakespeare/);
    await tab.fill("Email address", email);
    await tab.fill("Password", PASSWORD);
    await tab.clickAndNavigate("Log in");
    await tab.clickAndNavigate(WITHOUT_SCRIPTS);
    assert.match(await tab.text(), /You are logged in as Horatio\./);
  },
);

test("a forgotten password can be replaced with a real browser without scripts", { skip: withoutBrowser }, async () => {
  const realm = await createTestOrganization(server);
  await using browser = await Browser.start(server);
  const tab = await browser.open();
  await tab.goto(`http://${realm.host}/login`);
  await tab.clickAndNavigate("Forgot your password?");
  await tab.fill("Email address", realm.hamlet.email);
  await tab.clickAndNavigate("Send link");
  assert.match(await tab.text(), /Check your email/);
  const email = await mailbox.next(realm.hamlet.email);
  await tab.goto(`http://${realm.host}${findPathIn(email, "/accounts/password/reset/")}`);
  await tab.fill("New password", PASSWORD);
  await tab.clickAndNavigate("Change password");
  await tab.clickAndNavigate(WITHOUT_SCRIPTS);
  assert.match(await tab.text(), /You are logged in as King Hamlet\./);
  assert.deepEqual(tab.consoleErrors, []);
});

test(
  "no page has accessibility violations on a wide screen, on a phone or in dark mode",
  { skip: withoutBrowser },
  async () => {
    const realm = await createTestOrganization(server);
    await realm.desdemona.callOrThrow("PATCH", "/realm", { invite_required: false });
    await using browser = await Browser.start(server);
    // The pages need no scripts; only the accessibility check does.
    const tab = await browser.open({ withScripts: true });
    const inspect = async (page: string) => {
      for (const look of [{ width: 1200 }, { width: 320 }, { width: 800, dark: true }]) {
        await tab.setViewport(look);
        assert.deepEqual(await accessibilityViolations(tab), [], `${page} at ${JSON.stringify(look)}`);
      }
    };
    const { invite_link: link } = await realm.iago.callOrThrow("POST", "/invites/multiuse", {});
    const site = `http://${realm.host}`;
    for (const path of [
      "/",
      "/login",
      "/register",
      "/register/sent",
      "/accounts/password/reset",
      "/accounts/do_confirm/x",
    ]) {
      await tab.goto(site + path);
      await inspect(path);
    }
    await tab.goto(link);
    await tab.clickAndNavigate("Send link");
    await inspect("a form with an error");

    await tab.goto(await invited(realm, `horatio@${realm.host}`));
    await inspect("join");
    await tab.clickAndNavigate("Join");
    await inspect("join, with errors");
  },
);

test(
  "the list of form errors gets the focus, and each error links to its field",
  { skip: withoutBrowser },
  async () => {
    const realm = await createTestOrganization(server);
    await using browser = await Browser.start(server);
    const tab = await browser.open();
    await tab.goto(`http://${realm.host}/login`);
    await tab.fill("Email address", realm.hamlet.email);
    await tab.clickAndNavigate("Log in");
    assert.match(await tab.title(), /^Error: /);
    assert.equal(await tab.evaluate("document.activeElement.getAttribute('role')"), "alert");
    await tab.click("Enter your password.");
    assert.equal(await tab.evaluate("document.activeElement.id"), "password");
    assert.equal(await tab.evaluate("document.activeElement.matches(':focus-visible')"), true);
    assert.equal(await tab.evaluate("document.getElementById('email').value"), realm.hamlet.email);
  },
);
