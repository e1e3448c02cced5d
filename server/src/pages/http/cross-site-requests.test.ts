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
  withoutBrowser,
} from "@parlance/testkit";
import { setTestPassword } from "../fixtures/passwords.ts";
import { fillSignInForm } from "../fixtures/sign-in-form.ts";

/** Returns a script that sends a request to the API and evaluates to the part of the outcome that the page can read. */
const requestScript = (url: string, request: object): string =>
  `fetch(${JSON.stringify(url)}, ${JSON.stringify({ credentials: "include", ...request })})
    .then((answer) => \`\${answer.type} \${answer.status}\`, () => "request blocked")`;

const inForm = (body: string) => ({
  method: "POST",
  body,
  headers: { "content-type": "application/x-www-form-urlencoded" },
});
const formBody = (text: string) => `status_text=${encodeURIComponent(text)}`;

for (const { host, reason } of [
  // For addresses that browsers treat as secure, such as localhost, they send `Sec-Fetch-Site`. For other HTTP
  // addresses, only our own header protects.
  { host: "parlance.localhost", reason: "another site" },
  { host: TEST_HOST, reason: "The header X-Parlance-Page is missing" },
]) {
  const name = `a page of another organization, on another subdomain of ${host}, cannot perform actions in a logged-in browser`;
  test(name, { skip: withoutBrowser }, async () => {
    const server = await startServer({ url: `http://${host}` });
    const [realm, neighbour] = [await createTestOrganization(server), await createTestOrganization(server)];
    const at = (address: string) => address.replace(TEST_HOST, host);
    const hamlet = new TestUser({ port: server.port, host: at(realm.host) }, realm.hamlet);
    await setTestPassword(realm, realm.hamlet);
    const [site, evil] = [`http://${at(realm.host)}`, `http://${at(neighbour.host)}`];
    await using browser = await Browser.start(server);
    // The content security policy of our pages would block the attack before it reaches the server.
    const tab = await browser.open({ withScripts: true, withoutPolicies: true });
    await fillSignInForm(tab, site, realm.hamlet.email);
    const status = async () => {
      const { state } = await hamlet.registerQueue({ fetch_event_types: ["user_status"] });
      return (state["user_status"] as Record<string, { status_text?: string }>)[realm.hamlet.id]?.status_text;
    };
    const api = `${site}/json/users/me/status`;
    const header = { ...inForm(formBody("hacked")).headers, "X-Parlance-Page": "1" };

    // The same request from our own page succeeds.
    const own = { ...inForm(formBody("To be")), headers: header };
    assert.equal(await tab.evaluate(requestScript(api, own)), "basic 200");
    assert.equal(await status(), "To be");
    assert.equal(await tab.evaluate(requestScript(api, inForm(formBody("without the header")))), "basic 403");

    // Browsers send the session cookie with these requests, because the two addresses differ only in the subdomain.
    await tab.goto(`${evil}/login`);
    assert.equal(
      await tab.evaluate(requestScript(api, { ...inForm(formBody("hacked")), mode: "no-cors" })),
      "opaque 0",
    );
    assert.equal(
      await tab.evaluate(requestScript(api, { ...inForm(formBody("hacked")), headers: header })),
      "request blocked",
    );
    assert.equal(await tab.evaluate(requestScript(`${site}/json/users/me`, {})), "request blocked");
    assert.equal(await status(), "To be");
    await sendsForm(tab, api);
    assert.ok((await tab.text()).includes(reason), await tab.text());
    assert.equal(await status(), "To be");
  });
}

/** Submits a form from the open page. Browsers allow a form to be submitted to any address. */
async function sendsForm(tab: Tab, action: string): Promise<void> {
  await tab.evaluate(`document.body.innerHTML =
    '<form method="post" action="${action}"><input name="status_text" value="hacked"><button>Win a prize</button></form>'`);
  await tab.clickAndNavigate("Win a prize");
}
