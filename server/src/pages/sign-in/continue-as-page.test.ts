// Slow: starts a browser.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { Browser, clock, createTestOrganization, startServer, TEST_HOST, withoutBrowser } from "@parlance/testkit";
import { createLoginStep } from "#modules/sign-in/core/actions/create-login-step.ts";
import { setTestPassword } from "../fixtures/passwords.ts";
import { fillSignInForm } from "../fixtures/sign-in-form.ts";

for (const host of ["parlance.localhost", TEST_HOST]) {
  const name = `at ${host}, a login started by another site completes only after the visitor has pressed a button`;
  test(name, { skip: withoutBrowser }, async () => {
    const server = await startServer({ url: `http://${host}` });
    const [realm, neighbour] = [await createTestOrganization(server), await createTestOrganization(server)];
    await setTestPassword(realm, realm.hamlet);
    const siteOf = (one: { host: string }) => `http://${one.host.replace(TEST_HOST, host)}`;
    const [site, evil] = [siteOf(realm), siteOf(neighbour)];
    const token = randomBytes(32).toString("base64url");
    const data = { userId: realm.othello.id, method: "Email", secondFactor: null };
    const step = { kind: "desktop", realmId: realm.realmId, token, browser: null, seconds: 300, data } as const;
    await server.db.write((tx) => createLoginStep(tx, { ...step, now: clock.now() }));
    const link = `${site}/accounts/login/subdomain/${token}`;

    await using browser = await Browser.start(server);
    const tab = await browser.open({ withScripts: true, withoutPolicies: true });
    await fillSignInForm(tab, site, realm.hamlet.email);
    const isHamlet = async () => {
      await tab.goto(`${site}/welcome`);
      return (await tab.text()).includes("You are logged in as King Hamlet");
    };

    await tab.goto(`${evil}/login`);
    await tab.evaluate(
      `new Promise((resolve) => { const image = new Image(); image.onload = image.onerror = resolve; image.src = "${link}"; })`,
    );
    assert.equal(await isHamlet(), true, "an image does nothing");
    await tab.goto(`${evil}/login`);
    await tab.evaluate(`document.body.innerHTML = '<a href="${link}">Win a prize</a>'`);
    await tab.clickAndNavigate("Win a prize");
    assert.match(await tab.text(), /Continue as Othello.*logged in as King Hamlet/s);
    assert.equal(await isHamlet(), true, "a link requires confirmation");
    await tab.goto(link);
    await tab.clickAndNavigate("Continue as Othello");
    assert.equal(await isHamlet(), false);
  });
}
