import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isEmailAddress,
  placeholderEmailDomain,
  userIdOfPlaceholderEmail,
  placeholderEmail,
} from "#modules/users/core/email-addresses.ts";

test("valid addresses are accepted and invalid ones are rejected", () => {
  for (const good of ["a@b.co", "ada.okafor+chat@mail.example.com", "o'hara@example.co.uk", "x@xn--bcher-kva.example"])
    assert.equal(isEmailAddress(good), true, good);
  for (const bad of [
    "",
    "a",
    "@b.co",
    "a@",
    "a@b",
    "a b@c.de",
    "a..b@c.de",
    ".a@c.de",
    "a@-b.de",
    "a@b..de",
    "a@127.0.0.1",
    "a@b@c.de",
    "a@c.de\n",
    `${"a".repeat(65)}@b.co`,
    `a@${"b.".repeat(130)}co`,
  ])
    assert.equal(isEmailAddress(bad), false, bad);
});

test("a placeholder address is at the organization's host and identifies the account", () => {
  const realm = { url: "https://Acme.example.com" };
  assert.equal(placeholderEmail(7, { url: "https://acme.example.com:8443" }), "user7@acme.example.com");
  assert.equal(userIdOfPlaceholderEmail("USER7@acme.EXAMPLE.com", realm), 7);
  for (const other of [
    "user7@example.com",
    "user07@acme.example.com",
    "xuser7@acme.example.com",
    "user@acme.example.com",
  ])
    assert.equal(userIdOfPlaceholderEmail(other, realm), null, other);
});

test("if the host cannot be part of an email address, placeholder addresses use a domain that can never exist", () => {
  for (const url of ["http://localhost:9800", "http://127.0.0.1:9800", "http://[::1]:9800"])
    assert.equal(placeholderEmailDomain({ url }), "users.invalid", url);
});
