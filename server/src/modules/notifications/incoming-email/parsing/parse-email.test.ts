import assert from "node:assert/strict";
import { test } from "node:test";
import { parseEmail } from "./parse-email.ts";

function parse(raw: string | Buffer, encoding: BufferEncoding = "utf8") {
  const bytes = typeof raw === "string" ? Buffer.from(raw.replaceAll("\n", "\r\n"), encoding) : raw;
  return parseEmail({ raw: bytes, ownDomain: null });
}

function post(raw: string | Buffer, encoding: BufferEncoding = "utf8") {
  const verdict = parse(raw, encoding);
  assert.ok(verdict.kind === "post", JSON.stringify(verdict));
  const { subject, from, text, attachments } = verdict.email;
  return {
    subject,
    from: from.name,
    text,
    files: attachments.map(({ name, content }) => [name, Buffer.from(content).toString("latin1")]),
  };
}

const FROM = "From: a@example.com\n";
const bodyOf = (headers: string, body: string, encoding?: BufferEncoding) =>
  post(`${FROM}${headers}\n\n${body}`, encoding).text;

test("text is decoded with its transfer encoding and its charset, even if the charset's label is missing or wrong", () => {
  assert.equal(bodyOf("Content-Transfer-Encoding: base64", "w6\nTDtg==\n"), "äö");
  assert.equal(bodyOf("Content-Transfer-Encoding: Quoted-Printable", "a=C3=A4 b=\nc =3D =zz"), "aä bc = =zz");
  assert.equal(bodyOf("Content-Type: text/plain; charset=iso-8859-15", "\xa4", "latin1"), "€");
  assert.equal(bodyOf('Content-Type: text/plain; charset="us-ascii"', "ä"), "ä");
  assert.equal(bodyOf("Content-Type: text/plain; charset=nonsense", "\xe4", "latin1"), "ä");
  assert.equal(bodyOf("Content-Type: text/plain; charset=iso-2022-jp", '\x1b$B$"\x1b(B', "latin1"), "あ");
  assert.equal(bodyOf("Content-Type: text/plain; format=flowed", "One \nline\n > two\n"), "One line\n> two");
  assert.equal(bodyOf("Content-Type: text/plain; format=flowed; delsp=yes", "One \nword"), "Oneword");
  assert.equal(bodyOf("Content-Type: text/html", "<p>One</p><p>t&amp;wo</p>"), "One\n\nt&wo");
});

test("headers are decoded, even if a character is split between encoded words or the header is not encoded", () => {
  const subjectOf = (value: string, encoding?: BufferEncoding) =>
    post(`${FROM}Subject: ${value}\n\nx`, encoding).subject;
  assert.equal(subjectOf("=?utf-8?q?a_=C3?=\n =?utf-8?Q?=A4?= b =?ISO-8859-1*de?B?5A==?="), "a ä b ä");
  assert.equal(subjectOf("\xe4\xf6", "latin1"), "äö");
  assert.equal(subjectOf("äö"), "äö");
  assert.equal(subjectOf("folded\n\tonce"), "folded\tonce".replace("\t", " "));
  assert.equal(post('From: "=?utf-8?q?J=C3=B6rg?= \\"J\\"" <a@example.com>\n\nx').from, 'Jörg "J"');
});

const withParts = (type: string, ...parts: string[]) =>
  `${FROM}Content-Type: ${type}; boundary="b b"\n\npreamble\n${parts.map((part) => `--b b\n${part}\n`).join("")}--b b--\nepilogue`;
const plain = "Content-Type: text/plain\n\nplain";
const html = "Content-Type: text/html\n\n<b>html</b>";

test("if a text has several versions, the plain one is used, and parts that are not displayed in the text are attachments", () => {
  assert.equal(post(withParts("multipart/alternative", plain, html)).text, "plain");
  assert.equal(post(withParts("multipart/alternative", "Content-Type: text/plain\n\n \n", html)).text, "html");
  assert.equal(post(withParts("multipart/mixed", plain, "\nmore")).text, "plain\nmore");
  const picture = "Content-Type: image/png; name=a.png\nContent-ID: <1>\n\nx";
  assert.deepEqual(post(withParts("multipart/related", html, picture)).files, []);
  assert.deepEqual(post(withParts("multipart/mixed", html, picture)).files, [["a.png", "x"]]);
  const nested = "Content-Type: message/rfc822\n\nFrom: b@example.com\nSubject: inner\n\ninside";
  const { text, files } = post(withParts("multipart/mixed", plain, nested));
  assert.deepEqual([text, files[0]?.[0]], ["plain", "message.eml"]);
});

test("attachments have the names and bytes with which they were sent", () => {
  const named = (disposition: string, body = "x", headers = "") =>
    post(withParts("multipart/mixed", plain, `Content-Disposition: attachment; ${disposition}\n${headers}\n${body}`))
      .files[0];
  assert.deepEqual(named('filename="a; \\"b\\".txt"'), ['a; "b".txt', "x"]);
  assert.deepEqual(named("filename*=utf-8'de'%C3%A4%20b.txt; filename=plain.txt"), ["ä b.txt", "x"]);
  assert.deepEqual(named("filename*0*=utf-8''%C3%A4;\n filename*1=b;\n filename*2*=%2Etxt"), ["äb.txt", "x"]);
  assert.deepEqual(named('filename="=?utf-8?q?=C3=A4.txt?="'), ["ä.txt", "x"]);
  assert.deepEqual(named("x=y"), ["attachment", "x"]);
  assert.deepEqual(named("filename=a", "YQ==\nYmM=\n", "Content-Transfer-Encoding: base64\n"), ["a", "abc"]);
  assert.deepEqual(named("filename=a", "one\n\n\ntwo\n"), ["a", "one\r\n\r\n\r\ntwo\r\n"]);
});

test('both kinds of line breaks are accepted, and a "From " line at the start is not a header', () => {
  const mixed = "From a@example.com Tue Dec  1 09:12:00 2026\nFrom: a@example.com\r\nSubject: s\n\nx\r\ny\rz";
  assert.deepEqual(post(Buffer.from(mixed)), { subject: "s", from: "", text: "x\ny\nz", files: [] });
});

test("posted text contains no control characters, unpaired surrogates or direction overrides", () => {
  const odd = post(
    `From: =?utf-8?q?A=00=0AB=E2=80=AE?= <a@example.com>\nSubject: =?utf-16le?b?ANgKAA==?= =?utf-8?q?=E2=80=A8x?=\nContent-Type: text/html\n\na&#xD800;b&#1;<br>c\0`,
  );
  assert.deepEqual(odd, { subject: "\ufffd x", from: "A B", text: "a\ufffdb\nc", files: [] });
});

test("an email without exactly one sender is rejected", () => {
  const refusals = {
    "From: a@example.com, b@example.com": /more than one From address/,
    "From: a@example.com\nFrom: a@example.com": /more than one From header/,
    "From: a@example.com <b@example.com>": /more than one From address/,
    "From: <a@example.com> <b@example.com>": /more than one From address/,
    "From: G: a@example.com, b@example.com;": /more than one From address/,
    'From: "a@example.com"@example.org': /cannot be read/,
    "From: <@b.example,@c.example:a@example.com>": /cannot be read/,
    'From: "a <a@example.com>': /cannot be read/,
    "From: Nobody": /does not say who/,
    "Subject: nobody": /does not say who/,
    "From: =?utf-8?q?a=40example=2Ecom?=": /does not say who/,
  };
  for (const [headers, reason] of Object.entries(refusals)) {
    const verdict = parse(`${headers}\n\nx`);
    assert.match(verdict.kind === "refuse" ? verdict.reason : verdict.kind, reason, headers);
  }
  for (const value of [
    "A@Example.com",
    "<a@example.com>",
    "A b (c) <a@example.com>",
    "a@example.com <a@example.com>",
    '"b@example.com" <a@example.com>',
    "Doe, Jane <a@example.com>",
  ]) {
    const verdict = parse(`From: ${value}\n\nx`);
    assert.equal(verdict.kind === "post" && verdict.email.from.address, "a@example.com", value);
  }
});

test("an email that is crafted to take long is parsed or rejected quickly", () => {
  const nestedBoundaries = Array.from({ length: 31 }, (_, depth) => "b".repeat(depth + 1));
  const hostile = {
    "headers of spaces": `${FROM}Subject:${" ".repeat(250_000)}x\n\nx`,
    "many encoded words": `${FROM}Subject: ${"=?utf-8?q?a?= ".repeat(17_000)}\n\nx`,
    "open encoded words": `${FROM}Subject: ${"=?utf-8?q".repeat(20_000)}\n\nx`,
    "many quotes": `From: ${'"'.repeat(200_000)}\n\nx`,
    "open quotes": `${FROM}Content-Type: text/plain${';a="b'.repeat(40_000)}\n\nx`,
    "many semicolons": `${FROM}Content-Type: text/plain${"; ".repeat(100_000)}\n\nx`,
    "many parts": `${FROM}Content-Type: multipart/mixed; boundary=b\n\n${"--b\n\n".repeat(400_000)}`,
    "near boundaries": `${FROM}${nestedBoundaries.map((b) => `Content-Type: multipart/mixed; boundary=${b}\n\n--${b}\n`).join("")}\n${"--bx\n".repeat(400_000)}`,
    "deep parts": `${FROM}${Array.from({ length: 1000 }, (_, depth) => `Content-Type: multipart/mixed; boundary=${depth}\n\n--${depth}\n`).join("")}`,
    "many lines": `${FROM}\n${"\n".repeat(2_000_000)}`,
    "many returns": `${FROM}\n${"\r".repeat(2_000_000)}`,
    "many pads": `${FROM}Content-Type: x/y\nContent-Transfer-Encoding: base64\n\n${"a=".repeat(1_000_000)}`,
    "many tags": `${FROM}Content-Type: text/html\n\n${"<div><!--".repeat(300_000)}`,
    "many quotations": `${FROM}In-Reply-To: x\n\n${`On ${"schrieb ".repeat(49)}\n`.repeat(5000)}`,
  };
  for (const [what, raw] of Object.entries(hostile)) {
    const before = process.cpuUsage();
    const { kind } = parse(Buffer.from(raw));
    const { user, system } = process.cpuUsage(before);
    assert.ok(kind === "post" || kind === "refuse", what);
    // Five seconds are far below the limit at which a parser process is killed.
    assert.ok((user + system) / 1e6 < 5, `${what}: ${(user + system) / 1e6} s`);
  }
});
