// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  Browser,
  createTestOrganization,
  TestUser,
  startServer,
  type Tab,
  TEST_HOST,
  type TestOrganization,
  withoutBrowser,
} from "@parlance/testkit";
import { accessibilityViolations } from "../fixtures/accessibility-violations.ts";
import { setTestPassword, PASSWORD } from "../fixtures/passwords.ts";

/** Browsers offer passkeys at such a host although it is not encrypted. */
const LOCAL_HOST = "parlance.localhost";
const server = await startServer({ url: `http://${LOCAL_HOST}` });

/** Creates an organization where Hamlet has a password, and returns it with its URL. */
async function newStage() {
  const realm = await createTestOrganization(server);
  await setTestPassword(realm, realm.hamlet);
  const host = realm.host.replace(TEST_HOST, LOCAL_HOST);
  const hamlet = new TestUser({ port: server.port, host }, realm.hamlet);
  return { realm: { ...realm, hamlet }, site: `http://${host}` };
}

async function enterPassword(tab: Tab, { hamlet }: TestOrganization): Promise<void> {
  await tab.fill("Email address", hamlet.email);
  await tab.fill("Password", PASSWORD);
  await tab.clickAndNavigate("Log in");
}

/** Returns the login methods of Hamlet's sessions. */
async function methodsOf({ hamlet }: TestOrganization): Promise<string[]> {
  const { sessions } = await hamlet.callOrThrow("GET", "/users/me/sessions");
  return sessions.map(({ method }) => method);
}

/** Opens a tab whose browser does not offer passkeys in the email field. */
async function openTab(browser: Browser): Promise<Tab> {
  const tab = await browser.open({ withScripts: true });
  await tab.addInitScript("delete window.PublicKeyCredential?.isConditionalMediationAvailable");
  return tab;
}

/** Asserts that Hamlet is logged in, and that the welcome page says so. */
async function isInside(tab: Tab, site: string): Promise<void> {
  await tab.waitForText("Jump to…");
  await tab.goto(`${site}/welcome`);
  assert.match(await tab.text(), /You are logged in as King Hamlet\./);
}

/** Adds a passkey on Hamlet's account page. */
async function makesPasskey(tab: Tab, realm: TestOrganization, site: string): Promise<void> {
  await tab.goto(`${site}/login?next=/account/passkeys`);
  await enterPassword(tab, realm);
  assert.equal(tab.url(), `${site}/account/passkeys`);
  await tab.addAuthenticator();
  await tab.fill("Name", "Elsinore");
  await tab.click("Add a passkey");
  await tab.waitForText("Save these recovery codes in a safe place");
}

test(
  "a passkey can be added, used instead of the password and as the second factor, and removed in a real browser",
  { skip: withoutBrowser },
  async () => {
    const { realm, site } = await newStage();
    await using browser = await Browser.start(server);
    const tab = await openTab(browser);
    await makesPasskey(tab, realm, site);
    assert.equal((await tab.text()).match(/\b[a-z2-9]{5}-[a-z2-9]{5}\b/g)?.length, 10);
    await tab.clickAndNavigate("I've saved my codes");
    assert.match(await tab.text(), /Elsinore\s+Added on/);
    await tab.click("Add a passkey");
    await tab.waitForText("This passkey is already registered.");

    await tab.goto(`${site}/welcome`);
    await tab.clickAndNavigate("Log out");
    await tab.clickAndNavigate("Log in with a passkey");
    await isInside(tab, site);
    assert.deepEqual(await methodsOf(realm), ["Passkey"]);

    await tab.clickAndNavigate("Log out");
    await enterPassword(tab, realm);
    assert.doesNotMatch(await tab.text(), /Jump to/);
    await tab.clickAndNavigate("Use a passkey");
    await isInside(tab, site);
    assert.deepEqual(await methodsOf(realm), ["Email"]);

    await tab.goto(`${site}/account/passkeys`);
    await tab.clickAndNavigate("Remove Elsinore");
    assert.match(await tab.text(), /You have no passkeys yet\./);
    assert.deepEqual(tab.consoleErrors, []);
  },
);

test(
  "a browser with conditional mediation offers the passkey in the email field",
  { skip: withoutBrowser },
  async () => {
    const { realm, site } = await newStage();
    await using browser = await Browser.start(server);
    const tab = await browser.open({ withScripts: true });
    await makesPasskey(tab, realm, site);
    await tab.goto(`${site}/welcome`);
    // The virtual authenticator confirms every request, so the test need not click anything.
    await tab.clickAndNavigate("Log out");
    await isInside(tab, site);
    assert.deepEqual(await methodsOf(realm), ["Passkey"]);
  },
);

test("the pages for passkeys have no accessibility violations", { skip: withoutBrowser }, async () => {
  const { realm, site } = await newStage();
  await using browser = await Browser.start(server);
  // The script that inspects the pages is forbidden by their content policy.
  const tab = await browser.open({ withScripts: true, withoutPolicies: true });
  await tab.addInitScript("delete window.PublicKeyCredential?.isConditionalMediationAvailable");
  const inspect = async (page: string) => {
    for (const look of [{ width: 1200 }, { width: 320 }, { width: 800, dark: true }]) {
      await tab.setViewport(look);
      assert.deepEqual(await accessibilityViolations(tab), [], `${page} at ${JSON.stringify(look)}`);
    }
  };
  await tab.goto(`${site}/login`);
  await inspect("signing in");
  await makesPasskey(tab, realm, site);
  await inspect("codes for recovery");
  await tab.clickAndNavigate("I've saved my codes");
  await tab.evaluate("document.querySelector('details').open = true");
  await inspect("passkeys");
  await tab.goto(`${site}/welcome`);
  await tab.clickAndNavigate("Log out");
  await enterPassword(tab, realm);
  await inspect("the second factor");
});
