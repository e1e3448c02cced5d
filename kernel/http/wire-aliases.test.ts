import assert from "node:assert/strict";
import { test } from "node:test";
import { runInTimeSlices } from "../base/time-slicing.ts";
import { createWireAliases, noAliases, stockAliases } from "./wire-aliases.ts";

const acme = createWireAliases("acme");

test("the body gets fields with the prefix that contain the release of a stock server with our feature level", () => {
  const body = { service_version: "0.1.0", service_merge_base: "0.1.0", service_feature_level: 420, name: "x" };
  const added = { acme_version: "11.0", acme_merge_base: "11.0", acme_feature_level: 420 };
  assert.deepEqual(acme.withRelease(body), { ...body, ...added });
  assert.deepEqual(acme.withoutRelease({ ...body, ...added, events: [{ ...body, ...added }] }), {
    ...body,
    events: [body],
  });
  assert.deepEqual(noAliases.withRelease(body), body);
  assert.deepEqual(noAliases.withoutRelease({ _version: "1" }), { _version: "1" });
});

test("stock clients are recognized by their user agents, and programs with the Python library by the format of theirs", () => {
  const stock = [
    "ZulipPython/0.9.1 (Debian GNU/Linux; 12)",
    "ZulipEchoBot/0.9 (Ubuntu; 22.04)",
    "ZulipTerminal/0.7.0 Linux-6.1.0-x86_64-with-glibc2.36 (Arch Linux; )",
    "ZulipMobile/27.233 (iOS 17.4)",
    "ZulipFlutter/30.0.261+261 (Android 14)",
    "ZulipFlutter",
    "ZulipElectron/5.11.0 Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0",
    "zulip-js/2.1.0",
    "go-zulip/1.0",
    "MyBot (Ubuntu; 22.04)",
    "MyBot/0.9.1 (Linux; 6.1.0)",
    "Night watch 2 (Windows; 10.0.19045)",
    "MyBot/1 (; )",
  ];
  const others = [
    "",
    "testkit/1",
    "node",
    "node-fetch/1.0 (+https://github.com/bitinn/node-fetch)",
    "python-requests/2.32.3",
    "curl/8.7.1",
    "Dart/3.4 (dart:io)",
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15",
    "Mozilla/5.0 (compatible; Crawler/2.1; +https://crawler.example.com)",
    "Mozilla/5.0 (compatible; Crawler/2.1)",
    "AcmeChat/2.1 (Android; 14)",
    "AcmeChat/2.1 (iOS; 17.4)",
    "AcmeChat/2.1 (iPhone; iOS 17.4; Scale/3.00)",
    "AcmeChat/2.1 (org.example.acme; build:7; iOS 17.4.0) Alamofire/5.9.1",
  ];
  for (const name of stock) assert.equal(stockAliases.isStockClient(name), true, name);
  for (const name of others) assert.equal(stockAliases.isStockClient(name), false, name);
  for (const name of [...stock, ...others]) assert.equal(noAliases.isStockClient(name), false, name);
  assert.equal(acme.isStockClient("AcmeChat/2.1 (Android; 14)"), true);
  assert.equal(createWireAliases("acme_chat").isStockClient("AcmeChat/2.1"), true);
});

test("the ids of stock apps are recognized too", () => {
  for (const id of ["org.zulip.Zulip", "com.zulipmobile", "com.zulip.flutter"]) {
    assert.equal(stockAliases.isStockClient(id), true, id);
  }
  assert.equal(stockAliases.isStockClient("org.example.chat"), false);
});

test("an operator's prefix applies to every app, and the default prefix only to stock clients", () => {
  const prefixes = [stockAliases, acme, noAliases].map((one) => [one.prefixFor(true), one.prefixFor(false)]);
  assert.deepEqual(prefixes, [
    ["zulip", ""],
    ["acme", "acme"],
    ["", ""],
  ]);
});

test("the alias of a reaction type is replaced only in the parameter for reaction types", () => {
  const fields = (type: string) => ({ reaction_type: type, content: "acme_extra_emoji" });
  assert.deepEqual({ ...acme.fromClient(fields("acme_extra_emoji")) }, fields("service_extra_emoji"));
  for (const type of ["unicode_emoji", "service_extra_emoji", "other_extra_emoji", "_extra_emoji"]) {
    assert.deepEqual(acme.fromClient(fields(type)), fields(type));
    assert.deepEqual(noAliases.fromClient(fields(type)), fields(type));
  }
});

const reaction = (type: string) => ({ emoji_name: "ö", reaction_type: type, user_id: 1 });
const about = (type: string) => ({
  messages: [
    { content: '"reaction_type":"service_extra_emoji"', reactions: [reaction(type), reaction("unicode_emoji")] },
    { content: "service_extra_emoji", topic: 'ends with a backslash \\"', reactions: [reaction(type)] },
  ],
  user_status: { 7: { emoji_name: "☃", reaction_type: type } },
});

test("in JSON, only reaction types are replaced, never the text of users", () => {
  const json = JSON.stringify(about("service_extra_emoji"));
  assert.deepEqual(JSON.parse(acme.forStockClient(json)), about("acme_extra_emoji"));
  assert.equal(noAliases.forStockClient(json), json);
});

test("aliases are replaced in JSON that is split into chunks at any point", async () => {
  const bytes = Buffer.from(JSON.stringify(about("service_extra_emoji")));
  const expected = JSON.stringify(about("acme_extra_emoji"));
  const cutAt = (...places: number[]) =>
    [0, ...places].map((from, index) => bytes.subarray(from, places[index] ?? bytes.length));
  const replaced = async (pieces: Buffer[]) =>
    Buffer.concat(await runInTimeSlices(acme.piecesForStockClient(pieces))).toString();
  for (let at = 0; at <= bytes.length; at += 1) {
    assert.equal(await replaced(cutAt(at)), expected, `cut at ${at}`);
    assert.equal(await replaced(cutAt(at, Math.min(at + 10, bytes.length))), expected, `cut around ${at}`);
  }
  const single = cutAt(...Array.from({ length: bytes.length }, (_, index) => index));
  assert.equal(await replaced(single), expected);
  assert.equal(await replaced([]), "");
});

test("a reaction type in a field whose values are not replaced is reported", () => {
  const problem = (body: object) => acme.problemForStockClient(JSON.stringify(body));
  assert.equal(problem({ reaction: reaction("service_extra_emoji") }), undefined);
  assert.equal(problem({ content: "It is called service_extra_emoji." }), undefined);
  assert.match(problem({ emoji_type: "service_extra_emoji" }) ?? "", /elsewhere than in reaction_type/);
  assert.match(problem({ types: ["service_extra_emoji"] }) ?? "", /elsewhere than in reaction_type/);
});
