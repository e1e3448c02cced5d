// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { test } from "node:test";
import jsQR from "jsqr";
import sharp from "sharp";
import {
  Browser,
  clock,
  minutes,
  createTestOrganization,
  startServerWithMail,
  type TestOrganization,
  withoutBrowser,
} from "@parlance/testkit";
import { TotpAuthenticator } from "#modules/sign-in/two-factor/fixtures/totp-authenticator.ts";
import { accessibilityViolations } from "../fixtures/accessibility-violations.ts";
import { setTestPassword, PASSWORD } from "../fixtures/passwords.ts";
import { type ShownPage, Visitor } from "../fixtures/visitor.ts";

const PATH = "/account/two-factor";
const { server, mailbox } = await startServerWithMail();

async function signedIn(): Promise<{ realm: TestOrganization; visitor: Visitor }> {
  const realm = await createTestOrganization(server);
  await setTestPassword(realm, realm.hamlet);
  const visitor = new Visitor(realm);
  await visitor.fills("/login", { email: realm.hamlet.email, password: PASSWORD });
  return { realm, visitor };
}

const isOn = async ({ hamlet }: TestOrganization): Promise<boolean> =>
  (await hamlet.callOrThrow("GET", "/users/me/two_factor")).has_authenticator;

const secretOn = ({ html }: ShownPage): string =>
  (/<code id="secret">([^<]+)</.exec(html)?.[1] ?? "").replaceAll(" ", "");

/** Starts the setup, and enters the shown secret in a simulated authenticator app. */
async function startSetup(visitor: Visitor): Promise<TotpAuthenticator> {
  await visitor.open(PATH);
  return new TotpAuthenticator(secretOn(await visitor.send(PATH, { change: "begin" })));
}

test("turning on two-factor authentication shows the recovery codes once and sends an email", async () => {
  const { realm, visitor } = await signedIn();
  assert.match((await visitor.open(PATH)).text, /Protect your account with a second step/);
  const phone = await startSetup(visitor);
  assert.equal(await isOn(realm), false, "nothing changes before a code was shown");
  const { html } = await visitor.send(PATH, { change: "confirm", code: phone.nextCode() });
  const codes = /<code id="recovery-codes">([^<]+)</.exec(html)?.[1]?.split("\n") ?? [];
  assert.equal(codes.length, 10);
  assert.equal(await isOn(realm), true);
  assert.match((await mailbox.next(realm.hamlet.email)).subject, /Two-factor authentication/);
  const overview = await visitor.open(PATH);
  assert.match(overview.text, /10 recovery codes left/);
  assert.ok(!overview.html.includes(codes[0] ?? "-"));

  const other = new Visitor(realm);
  const { headers } = await other.fills("/login", { email: realm.hamlet.email, password: PASSWORD });
  assert.notEqual(headers.location, "/welcome", "the password alone is not enough");
});

test("an authenticator app that scans the QR code gets the same secret as the text shows", async () => {
  const { realm, visitor } = await signedIn();
  await visitor.open(PATH);
  const shown = await visitor.send(PATH, { change: "begin" });
  const svg = (/<svg[\s\S]*<\/svg>/.exec(shown.html)?.[0] ?? "").replace(
    "<svg",
    '<svg xmlns="http://www.w3.org/2000/svg"',
  );
  const { data, info } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const url = new URL(jsQR.default(new Uint8ClampedArray(data), info.width, info.height)?.data ?? "");
  assert.equal(url.protocol, "otpauth:");
  assert.ok(decodeURIComponent(url.pathname).endsWith(`:${realm.hamlet.email}`));
  assert.equal(url.searchParams.get("secret"), secretOn(shown));
});

test("after a wrong code, the page shows the same secret again, and the right code is accepted", async () => {
  const { realm, visitor } = await signedIn();
  await visitor.open(PATH);
  const started = await visitor.send(PATH, { change: "begin" });
  const phone = new TotpAuthenticator(secretOn(started));
  const wrong = await visitor.send(PATH, { change: "confirm", code: "000000" });
  assert.equal(secretOn(wrong), secretOn(started));
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /not the code your authenticator app shows/);
  assert.equal(await isOn(realm), false);
  await visitor.send(PATH, { change: "confirm", code: phone.nextCode() });
  assert.equal(await isOn(realm), true);
});

test("after too many wrong codes, even the right code is rejected for some time", async () => {
  const { visitor } = await signedIn();
  const phone = await startSetup(visitor);
  for (let tries = 0; tries < 10; tries += 1) await visitor.send(PATH, { change: "confirm", code: "000000" });
  assert.match((await visitor.send(PATH, { change: "confirm", code: phone.nextCode() })).text, /Too many attempts/);
});

test("two-factor authentication can be turned off", async () => {
  const { realm, visitor } = await signedIn();
  const phone = await startSetup(visitor);
  await visitor.send(PATH, { change: "confirm", code: phone.nextCode() });
  await visitor.open(PATH);
  assert.equal((await visitor.send(PATH, { change: "end" })).headers.location, PATH);
  assert.equal(await isOn(realm), false);
});

test("changes need a recent login, and visitors who are not logged in are redirected to the login page", async () => {
  const { realm, visitor } = await signedIn();
  const phone = await startSetup(visitor);
  await visitor.send(PATH, { change: "confirm", code: phone.nextCode() });
  clock.shiftWallClock(minutes(16));
  assert.match((await visitor.open(PATH)).text, /log in again/);
  for (const change of ["end", "begin", "confirm"]) await visitor.send(PATH, { change, code: phone.nextCode() });
  assert.equal(await isOn(realm), true);
  const otherBrowser = new Visitor(realm);
  assert.equal((await otherBrowser.open(PATH)).headers.location, `/login?next=${PATH}`);
  await otherBrowser.open("/login");
  assert.equal((await otherBrowser.send(PATH, { change: "end" })).headers.location, `/login?next=${PATH}`);
  assert.equal(await isOn(realm), true);
});

test("repeating a change that was already made in another window causes no error", async () => {
  const { visitor } = await signedIn();
  const phone = await startSetup(visitor);
  await visitor.send(PATH, { change: "confirm", code: phone.nextCode() });
  await visitor.open(PATH);
  assert.equal((await visitor.send(PATH, { change: "begin" })).headers.location, PATH);
  await visitor.send(PATH, { change: "end" });
  assert.equal((await visitor.send(PATH, { change: "end" })).headers.location, PATH);
});

test("the pages have no accessibility violations in a real browser", { skip: withoutBrowser }, async () => {
  const realm = await createTestOrganization(server);
  await setTestPassword(realm, realm.hamlet);
  await using browser = await Browser.start(server);
  // The page's content security policy would block the script that checks accessibility.
  const tab = await browser.open({ withScripts: true, withoutPolicies: true });
  const inspect = async (page: string) => {
    for (const look of [{ width: 1200 }, { width: 320 }, { width: 800, dark: true }]) {
      await tab.setViewport(look);
      assert.deepEqual(await accessibilityViolations(tab), [], `${page} at ${JSON.stringify(look)}`);
    }
  };
  await tab.goto(`http://${realm.host}/login?next=${PATH}`);
  await tab.fill("Email address", realm.hamlet.email);
  await tab.fill("Password", PASSWORD);
  await tab.clickAndNavigate("Log in");
  await inspect("without an authenticator");
  await tab.clickAndNavigate("Set up two-factor authentication");
  await inspect("the picture");
  const secret = String(await tab.evaluate("document.querySelector('#secret').textContent"));
  await tab.fill("Code from the app", "000000");
  await tab.clickAndNavigate("Turn on two-factor authentication");
  await inspect("a wrong code");
  await tab.fill("Code from the app", new TotpAuthenticator(secret.replaceAll(" ", "")).nextCode());
  await tab.clickAndNavigate("Turn on two-factor authentication");
  await inspect("codes for recovery");
  await tab.clickAndNavigate("I've saved my codes");
  await inspect("with an authenticator");
  assert.equal(await isOn(realm), true);
});
