import assert from "node:assert/strict";
import { test } from "node:test";
import { stripQuotedReply } from "./strip-quoted-reply.ts";

test("in a reply, quoted text is removed for mail clients in different languages; in other emails, only the signature is removed", () => {
  const quotes = [
    "On Tue, 1 Dec 2026 at 09:12, Hamlet <h@example.com> wrote:\n> To be",
    "On Tue, 1 Dec 2026 at 09:12, Hamlet of Denmark <hamlet@elsinore.example.com>\nwrote:\n\n> To be",
    "Am 01.12.26 um 09:12 schrieb Hamlet:\n> To be",
    "Le 1 déc. 2026 à 09:12, Hamlet a écrit :\n> To be",
    "-----Original Message-----\nFrom: Hamlet\n\nTo be",
    "> To be\n> or not",
    "From: Hamlet <h@example.com>\nSent: Tuesday, 1 December 2026 09:12\nTo: Ophelia\nSubject: #denmark\n\nTo be",
    "________________________________\nVon: Hamlet\nGesendet: Dienstag",
    "*Von:* Hamlet <h@example.com>\n*Gesendet:* Dienstag, 1. Dezember 2026 09:12\n\nTo be",
    "-- \nOphelia",
    "Sent from my iPhone",
    "Von meinem Telefon gesendet\n\nAm 01.12.26 um 09:12 schrieb Hamlet:\n> To be",
  ];
  for (const quote of quotes)
    assert.equal(stripQuotedReply(`Yes.\r\n\r\nIndeed.\n\n${quote}\n`, true), "Yes.\n\nIndeed.", quote);
  assert.equal(stripQuotedReply("> You asked\nYes.\n> And?\nNo.", true), "> You asked\nYes.\n> And?\nNo.");
  assert.equal(stripQuotedReply("Yes.\nFrom: here it is far.\nTruly.", true), "Yes.\nFrom: here it is far.\nTruly.");
  assert.equal(stripQuotedReply("> cited\nOn Monday he wrote:\n-- \nOphelia", false), "> cited\nOn Monday he wrote:");
});

test("texts that are crafted to take long are processed in time", () => {
  for (const text of [
    "On ".repeat(300_000),
    `On ${"schrieb ".repeat(200_000)}`,
    "\n".repeat(500_000),
    "> ".repeat(500_000),
  ]) {
    assert.ok(stripQuotedReply(text, true).length <= text.length);
  }
});
