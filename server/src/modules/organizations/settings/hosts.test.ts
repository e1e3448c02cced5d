import assert from "node:assert/strict";
import { test } from "node:test";
import { hostname, realmUrl, subdomainAt } from "#modules/organizations/core/hosts.ts";

const site = { url: "https://chat.example.com" };

test("a Host header is parsed whatever its case, with or without port, brackets and a trailing dot", () => {
  assert.equal(hostname("Chat.Example.COM:9800"), "chat.example.com");
  assert.equal(hostname("chat.example.com."), "chat.example.com");
  assert.equal(hostname("chat.example.com.:443"), "chat.example.com");
  assert.equal(hostname("[::1]:9800"), "::1");
  assert.equal(hostname("127.0.0.1:9800"), "127.0.0.1");
});

test("a malformed Host header is rejected", () => {
  for (const header of ["", ":80", "a b", "a@b", "a/b", "[::1", "::1", "a:b"])
    assert.equal(hostname(header), null, header);
});

test("the site's own host, localhost and IP addresses lead to the organization without a subdomain", () => {
  for (const host of ["chat.example.com", "localhost", "127.0.0.1", "::1", "192.0.2.7"]) {
    assert.equal(subdomainAt(host, site), "", host);
  }
});

test("one label before the site's host is a subdomain", () => {
  assert.equal(subdomainAt("ops.chat.example.com", site), "ops");
});

test("other hosts do not belong to the site", () => {
  for (const host of [
    "example.com",
    "a.b.chat.example.com",
    "xchat.example.com",
    ".chat.example.com",
    "ops.localhost",
  ]) {
    assert.equal(subdomainAt(host, site), null, host);
  }
});

test("an organization's URL has the scheme and the port of the site", () => {
  const local = { url: "http://parlance.test:9800/" };
  assert.equal(realmUrl({ subdomain: "", host: null }, local), "http://parlance.test:9800");
  assert.equal(realmUrl({ subdomain: "ops", host: null }, local), "http://ops.parlance.test:9800");
  assert.equal(realmUrl({ subdomain: "ops", host: "ops.example.org" }, site), "https://ops.example.org");
});
