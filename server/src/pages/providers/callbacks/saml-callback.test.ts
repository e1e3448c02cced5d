import assert from "node:assert/strict";
import { verify } from "node:crypto";
import { test } from "node:test";
import { createTestOrganization, startServer, type TestOrganization } from "@parlance/testkit";
import type { SamlProviderSettings } from "#modules/sign-in/providers/saml/saml-settings.ts";
import { findParserProcesses } from "@parlance/kernel/untrusted-parsing/fixtures/parser-processes.ts";
import { newCertificate } from "#modules/messages/link-previews/fixtures/certificate.ts";
import { Visitor } from "../../fixtures/visitor.ts";
import { postSamlResponse, type TemplateValues, SamlProvider } from "../fixtures/saml-provider.ts";
import { signedInAs } from "../fixtures/provider-test-setup.ts";

const PATH = "/accounts/login/social/saml/acme";
const provider = new SamlProvider();

const serverWith = (settings: Partial<SamlProviderSettings> = {}) =>
  startServer({ trustedProxies: 1, identityProviders: { openIdConnect: [], saml: [provider.settings(settings)] } });
const server = await serverWith();

async function startLogin(realm: TestOrganization) {
  const visitor = new Visitor(realm);
  const { headers } = await visitor.open(PATH);
  return { visitor, address: headers.location ?? "" };
}

async function refuses(
  realm: TestOrganization,
  how: { change?: (marks: TemplateValues) => void; rewrite?: (xml: string) => string },
) {
  const { visitor, address } = await startLogin(realm);
  const answer = await provider.approve(visitor, address, { email: realm.desdemona.email, ...how });
  const shown = await postSamlResponse(visitor, answer);
  assert.deepEqual([shown.status, await signedInAs(visitor)], [403, null], shown.text);
}

test("the first SAML login finds the account by email address, and later logins find it by name identifier", async () => {
  const realm = await createTestOrganization(server);
  for (const email of [realm.hamlet.email, "elsewhere@example.org"]) {
    const { visitor, address } = await startLogin(realm);
    const shown = await postSamlResponse(
      visitor,
      await provider.approve(visitor, address, { email, subject: "hamlet" }),
    );
    assert.deepEqual([shown.status, shown.headers.location], [303, "/"], shown.text);
    assert.equal(await signedInAs(visitor), "King Hamlet");
  }
});

test("responses are validated in a separate process", { skip: process.platform !== "linux" }, async () => {
  const realm = await createTestOrganization(server);
  const { visitor, address } = await startLogin(realm);
  await postSamlResponse(
    visitor,
    await provider.approve(visitor, address, { email: realm.hamlet.email, subject: "other" }),
  );
  assert.ok((await findParserProcesses("saml-response-parser.ts")).length > 0);
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const changes: Readonly<Record<string, (marks: TemplateValues) => void>> = {
  "for another audience": (marks) => void (marks["Audience"] = "https://other.example.com"),
  "for another destination URL": (marks) => void (marks["Destination"] = "https://other.example.com/acs"),
  "whose subject confirmation is for another URL": (marks) =>
    void (marks["SubjectRecipient"] = "https://other.example.com/acs"),
  "from another provider": (marks) => void (marks["Issuer"] = "https://evil.example.com"),
  "that answers another request": (marks) => void (marks["InResponseTo"] = "_another"),
  "that answers no request": (marks) => void (marks["InResponseTo"] = null),
  "that has expired": (marks) => void (marks["ConditionsNotOnOrAfter"] = minutesAgo(2)),
  "whose subject confirmation has expired": (marks) =>
    void (marks["SubjectConfirmationDataNotOnOrAfter"] = minutesAgo(2)),
  "that was issued too long ago": (marks) => void (marks["IssueInstant"] = minutesAgo(20)),
  "that is not valid yet": (marks) => void (marks["ConditionsNotBefore"] = minutesAgo(-5)),
  "without a persistent name id": (marks) =>
    void (marks["NameIDFormat"] = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient"),
};

for (const [what, change] of Object.entries(changes)) {
  test(`an assertion ${what} is rejected`, async () => refuses(await createTestOrganization(server), { change }));
}

test("a response with a document type declaration is rejected", async () => {
  await refuses(await createTestOrganization(server), { rewrite: (xml) => `<!DOCTYPE x [<!ENTITY e "e">]>${xml}` });
});

const reworked = (answer: string, work: (xml: string) => string): string =>
  Buffer.from(work(Buffer.from(answer, "base64").toString())).toString("base64");

const tampering: Readonly<Record<string, (xml: string, realm: TestOrganization) => string>> = {
  "changed after it was signed": (xml, { othello, desdemona }) => xml.replaceAll(othello.email, desdemona.email),
  "without its signature": (xml) => xml.replace(/<ds:Signature.*?<\/ds:Signature>/s, ""),
  "next to an unsigned one": (xml, realm) => {
    const [assertion = ""] = /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml) ?? [];
    const evil = forgedFrom(assertion, realm);
    return xml.replace("<saml:Assertion", `${evil}<saml:Assertion`);
  },
  "wrapped in an unsigned one": (xml, realm) => {
    const [assertion = ""] = /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml) ?? [];
    const evil = forgedFrom(assertion, realm).replace("</saml:Subject>", `</saml:Subject>${assertion}`);
    return xml.replace(assertion, evil);
  },
  "moved into an extension, with a forged one in its place": (xml, realm) => {
    const [assertion = ""] = /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml) ?? [];
    const hidden = `<samlp:Extensions>${assertion}</samlp:Extensions>`;
    return xml.replace(assertion, forgedFrom(assertion, realm)).replace("<samlp:Status>", `${hidden}<samlp:Status>`);
  },
  "with an XML comment inside the email address": (xml, { othello }) =>
    xml.replace(othello.email, othello.email.replace("@", "<!-- -->@")),
};

/** Returns a copy of an assertion that names an owner, with another id and without the signature. */
const forgedFrom = (assertion: string, { othello, desdemona }: TestOrganization): string =>
  assertion
    .replace(/<ds:Signature.*?<\/ds:Signature>/s, "")
    .replace(/ ID="[^"]*"/, ' ID="_forged"')
    .replaceAll(othello.email, desdemona.email);

for (const [what, work] of Object.entries(tampering)) {
  test(`an assertion ${what} does not log in an owner`, async () => {
    const realm = await createTestOrganization(server);
    const { visitor, address } = await startLogin(realm);
    const answer = await provider.approve(visitor, address, { email: realm.othello.email });
    const changed = reworked(answer.SAMLResponse, (xml) => work(xml, realm));
    assert.notEqual(changed, answer.SAMLResponse);
    await postSamlResponse(visitor, { ...answer, SAMLResponse: changed });
    const name = await signedInAs(visitor);
    assert.ok(name === null || /Othello/.test(name), String(name));
    assert.doesNotMatch(name ?? "", /Desdemona/);
  });
}

test("an assertion that is signed with a foreign key is rejected", async () => {
  const realm = await createTestOrganization(server);
  const { visitor, address } = await startLogin(realm);
  const otherProvider = new SamlProvider();
  const shown = await postSamlResponse(
    visitor,
    await otherProvider.approve(visitor, address, { email: realm.hamlet.email }),
  );
  assert.deepEqual([shown.status, await signedInAs(visitor)], [403, null]);
});

test("an assertion is accepted only once", async () => {
  const realm = await createTestOrganization(server);
  const { visitor, address } = await startLogin(realm);
  const answer = await provider.approve(visitor, address, { email: realm.hamlet.email });
  assert.equal((await postSamlResponse(visitor, answer)).status, 303);
  visitor.cookies.delete("parlance_session");
  assert.equal((await postSamlResponse(visitor, answer)).status, 403);
  assert.equal(await signedInAs(visitor), null);
});

test("an assertion submitted by a browser that did not start the login logs in neither browser", async () => {
  const realm = await createTestOrganization(server);
  const { visitor, address } = await startLogin(realm);
  const victim = new Visitor(realm);
  await victim.open("/login");
  const shown = await postSamlResponse(
    victim,
    await provider.approve(visitor, address, { email: realm.othello.email }),
  );
  assert.match(shown.text, /Login could not be completed/);
  assert.deepEqual([await signedInAs(victim), await signedInAs(visitor)], [null, null]);
});

const encoded = (xml: string): string => Buffer.from(xml).toString("base64");
/** XML that is nested so deeply that verifying its signature would occupy the server for many seconds. */
const DEEP = "<a>".repeat(5000);
const ENDS = "</a>".repeat(5000);

test("a response that is not valid SAML is rejected, and the server keeps working", async () => {
  const realm = await createTestOrganization(server);
  for (const SAMLResponse of ["", "nonsense", "PHg+", "PGE+PC9iPg==", encoded(DEEP), encoded(`${DEEP}${ENDS}`)]) {
    const { visitor, address } = await startLogin(realm);
    const RelayState = new URL(address).searchParams.get("RelayState") ?? "";
    assert.equal((await postSamlResponse(visitor, { SAMLResponse, RelayState })).status, 403);
  }
});

test("a login started by the provider is accepted only if the server's configuration allows it", async () => {
  for (const allows of [false, true]) {
    const realm = await createTestOrganization(await serverWith({ allows_unsolicited: allows }));
    const visitor = new Visitor(realm);
    const shown = await postSamlResponse(visitor, await provider.approve(visitor, null, { email: realm.hamlet.email }));
    assert.equal(await signedInAs(visitor), null, "another site may have started it");
    const stepToken = /name="arrival" value="([^"]+)"/.exec(shown.html)?.[1];
    assert.equal(stepToken !== undefined, allows);
    if (stepToken === undefined) continue;
    const action = /<form method="post" action="([^"]+)"/.exec(shown.html)?.[1] ?? "";
    visitor.shown = shown;
    assert.equal((await visitor.send(action, { arrival: stepToken })).status, 303);
    assert.equal(await signedInAs(visitor), allows ? "King Hamlet" : null);
  }
});

test("if the server's configuration does not trust a provider's email addresses, they do not grant access to accounts", async () => {
  const realm = await createTestOrganization(await serverWith({ trusts_addresses: false }));
  const { visitor, address } = await startLogin(realm);
  const shown = await postSamlResponse(
    visitor,
    await provider.approve(visitor, address, { email: realm.hamlet.email }),
  );
  assert.match(shown.text, /has not verified your email address/);
});

test("assertions can be encrypted with the server's certificate, which its metadata publishes", async () => {
  const { key, cert: certificate } = newCertificate("parlance.test", "rsa");
  const realm = await createTestOrganization(await serverWith({ decryption: { key, certificate } }));
  const { visitor, address } = await startLogin(realm);
  const answer = await provider.approve(visitor, address, { email: realm.hamlet.email });
  assert.doesNotMatch(Buffer.from(answer.SAMLResponse, "base64").toString(), /King|hamlet@/);
  await postSamlResponse(visitor, answer);
  assert.equal(await signedInAs(visitor), "King Hamlet");
});

test("with a configured signing key, requests are signed and the metadata contains the certificate", async () => {
  const { key, cert } = newCertificate("parlance.test", "rsa");
  const realm = await createTestOrganization(await serverWith({ signing: { key, certificate: cert } }));
  const { visitor, address } = await startLogin(realm);
  const query = new URL(address).search.slice(1);
  const signature = new URLSearchParams(query).get("Signature") ?? "";
  const signed = query.replace(/&Signature=[^&]*/, "");
  assert.match(signed, /^SAMLRequest=[^&]+&RelayState=[^&]+&SigAlg=[^&]+rsa-sha256$/);
  const isSigned = (text: string) => verify("sha256", Buffer.from(text), cert, Buffer.from(signature, "base64"));
  assert.deepEqual([isSigned(signed), isSigned(`${signed}0`)], [true, false]);
  const { html: metadata } = await visitor.open("/saml/acme/metadata.xml");
  assert.match(metadata, /AuthnRequestsSigned="true"/);
  assert.ok(metadata.replaceAll(/\s/g, "").includes(cert.replaceAll(/-----[^-]+-----|\s/g, "")), metadata);
  const shown = await postSamlResponse(
    visitor,
    await provider.approve(visitor, address, { email: realm.hamlet.email }),
  );
  assert.equal(shown.status, 303, shown.text);
  assert.equal(await signedInAs(visitor), "King Hamlet");
});
