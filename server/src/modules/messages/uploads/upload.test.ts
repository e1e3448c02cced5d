import assert from "node:assert/strict";
import { test } from "node:test";
import { filesAsParameters, createTestOrganization, startServer, watchEvents } from "@parlance/testkit";
import { tus } from "./fixtures/tus.ts";
import { fetchFileAs, uploadAs } from "./fixtures/upload-files.ts";

const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

test("an uploaded file has a URL that cannot be guessed, and its owner's clients receive an event", async () => {
  const { hamlet, othello, realmId } = await createTestOrganization();
  const answers: string[] = [];
  const [toHamlet, toOthello] = await watchEvents([hamlet, othello], async () => {
    const { body } = await hamlet.call("POST", "/user_uploads", { any: new File(["To be"], "Ham let.txt") });
    assert.deepEqual(
      [body["result"], body["msg"], body["uri"], body["filename"]],
      ["success", "", body["url"], "Ham let.txt"],
    );
    answers.push(String(body["url"]));
  });
  const [url = ""] = answers;
  assert.match(url, new RegExp(`^/user_uploads/${realmId}/[0-9a-f]{2}/[0-9a-f]{46}/Ham-let\\.txt$`));
  const { attachments, upload_space_used } = await hamlet.callOrThrow("GET", "/attachments");
  const [attachment] = attachments;
  assert.equal(attachments.length, 1);
  assert.equal(upload_space_used, 5);
  assert.deepEqual(
    { ...attachment, id: 0, create_time: 0 },
    {
      id: 0,
      name: "Ham let.txt",
      path_id: url.replace("/user_uploads/", ""),
      size: 5,
      create_time: 0,
      messages: [],
    },
  );
  assert.deepEqual(
    toHamlet?.map(({ id: _id, ...event }) => event),
    [{ type: "attachment", op: "add", attachment, upload_space_used: 5 }],
  );
  assert.deepEqual(toOthello, []);
  assert.deepEqual((await othello.callOrThrow("GET", "/attachments")).attachments, []);
});

test("a file can be downloaded as a whole or in ranges, and is not sent again if the client has it in its cache", async () => {
  const { hamlet } = await createTestOrganization();
  const content = Buffer.alloc(300_000, "0123456789");
  const url = await uploadAs(hamlet, content, "digits.bin");
  const whole = await hamlet.fetch(url);
  assert.deepEqual([whole.status, whole.headers["content-length"]], [200, "300000"]);
  assert.ok(whole.bytes.equals(content));

  const parts = [
    ["bytes=5-9", 206, "56789", "bytes 5-9/300000"],
    ["bytes=299998-", 206, "89", "bytes 299998-299999/300000"],
    ["bytes=-3", 206, "789", "bytes 299997-299999/300000"],
    ["bytes=299999-999999999", 206, "9", "bytes 299999-299999/300000"],
    ["bytes=300000-", 416, "", "bytes */300000"],
    ["bytes=-0", 416, "", "bytes */300000"],
  ] as const;
  for (const [range, status, text, contentRange] of parts) {
    const part = await hamlet.fetch(url, { range });
    assert.deepEqual([part.status, part.bytes.toString(), part.headers["content-range"]], [status, text, contentRange]);
  }
  for (const range of ["bytes=9-5", "bytes=0-1,3-4", "lines=1-2", "bytes=", `bytes=0-${"9".repeat(40)}`]) {
    assert.equal((await hamlet.fetch(url, { range })).status, 200, range);
  }
  const { etag = "" } = whole.headers;
  assert.equal((await hamlet.fetch(url, { "if-none-match": etag })).status, 304);
  assert.equal((await hamlet.fetch(url, { range: "bytes=0-0", "if-range": etag })).status, 206);
  assert.equal((await hamlet.fetch(url, { range: "bytes=0-0", "if-range": '"another"' })).status, 200);
});

test("browsers do not display files that could contain code, whatever their names are", async () => {
  const { hamlet } = await createTestOrganization();
  const html = "<script>alert(1)</script>";
  const cases = [
    ["page.html", html, "application/octet-stream", "attachment"],
    ["drawing.svg", `<svg xmlns="http://www.w3.org/2000/svg">${html}</svg>`, "application/octet-stream", "attachment"],
    ["data.xml", html, "application/octet-stream", "attachment"],
    ["program.js", html, "application/octet-stream", "attachment"],
    ["picture.png", html, "application/octet-stream", "attachment"],
    ["letter.pdf", html, "application/pdf", "attachment"],
    ["notes.txt", html, "text/plain; charset=utf-8", "attachment"],
    ["page.html", PNG, "image/png", "inline"],
    ["picture.png", PNG, "image/png", "inline"],
    ["film.mp4", html, "video/mp4", "inline"],
    ["song.MP3", html, "audio/mpeg", "inline"],
    ["constructor", html, "application/octet-stream", "attachment"],
  ] as const;
  for (const [name, content, type, how] of cases) {
    const { headers } = await hamlet.fetch(await uploadAs(hamlet, content, name));
    assert.equal(headers["content-type"], type, name);
    assert.match(headers["content-disposition"] ?? "", new RegExp(`^${how}; filename="${name}"`), name);
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.match(String(headers["content-security-policy"]), /^default-src 'none';.*\bsandbox\b/);
    assert.equal(headers["cache-control"], "private, no-cache");
  }
});

test("file names are preserved for display, except for characters and paths that could mislead programs, and long names are truncated", async () => {
  const { hamlet, realmId } = await createTestOrganization();
  const cases = [
    ["../../etc/passwd", "passwd", "passwd"],
    ["C:\\Documents\\letter.docx", "letter.docx", "letter.docx"],
    [
      "größe ändern.PDF",
      "größe ändern.PDF",
      "große-andern.PDF".normalize("NFKD").replace(/ß/g, "-").replace(/\p{M}/gu, ""),
    ],
    ["会議.png", "会議.png", "uploaded-file.png"],
    [".htaccess", ".htaccess", "uploaded-file.htaccess"],
    ["a\u202Egpj.exe", "agpj.exe", "agpj.exe"],
    ["x".repeat(300) + ".txt", "x".repeat(196) + ".txt", "x".repeat(80) + ".txt"],
  ] as const;
  for (const [requested, shown, address] of cases) {
    const { body } = await hamlet.call("POST", "/user_uploads", { file: new File(["x"], requested) });
    assert.equal(body["filename"], shown);
    const [, , realm, , , name] = String(body["url"]).split("/");
    assert.deepEqual([realm, name], [String(realmId), address]);
    const { status, headers } = await hamlet.fetch(String(body["url"]));
    assert.equal(status, 200);
    assert.ok(headers["content-disposition"]?.endsWith(`filename*=UTF-8''${encodeURIComponent(shown)}`));
  }
});

test("a request must contain exactly one file", async () => {
  const { hamlet } = await createTestOrganization();
  const bytes = Buffer.from("x");
  assert.equal((await hamlet.call("POST", "/user_uploads")).msg, "You must specify a file to upload");
  assert.equal((await hamlet.call("POST", "/user_uploads", { file: "text" })).msg, "You must specify a file to upload");
  const none = await hamlet.call("POST", "/user_uploads", { file: new File([], "") });
  assert.equal(none.msg, "You must specify a file to upload");
  const two = await hamlet.call("POST", "/user_uploads", filesAsParameters([bytes, bytes]));
  assert.equal(two.msg, "You may only upload one file at a time");
  assert.deepEqual((await hamlet.callOrThrow("GET", "/attachments")).attachments, []);
});

test("a file of the maximum size and an empty file are accepted, and a larger one is rejected", async () => {
  const { hamlet } = await createTestOrganization(await startServer({ maxUploadMib: 1 }));
  const { state } = await hamlet.registerQueue();
  assert.equal(state["max_file_upload_size_mib"], 1);
  const largest = Buffer.alloc(2 ** 20);
  assert.equal((await hamlet.call("POST", "/user_uploads", { file: new File([largest], "most") })).status, 200);
  assert.equal((await hamlet.call("POST", "/user_uploads", { file: new File([], "empty") })).status, 200);
  for (const bytes of [2 ** 20 + 1, 2 * 2 ** 20]) {
    const { status, msg } = await hamlet.call("POST", "/user_uploads", {
      file: new File([Buffer.alloc(bytes)], "more"),
    });
    assert.deepEqual([status, msg], [400, "Uploaded file is larger than the allowed limit of 1 MiB"]);
  }
  assert.deepEqual(
    (await hamlet.callOrThrow("GET", "/attachments")).attachments.map(({ name }) => name),
    ["most", "empty"],
  );
});

test("an organization's files cannot exceed its quota, even if several files are uploaded at the same time", async () => {
  const { hamlet, othello } = await createTestOrganization(await startServer({ uploadQuotaMib: 1 }));
  const { state } = await hamlet.registerQueue();
  assert.equal(state["realm_upload_quota_mib"], 1);
  const file = () => new File([Buffer.alloc(300_000)], "part");
  const answers = await Promise.all(
    [hamlet, othello, hamlet, othello, hamlet, othello].map((person) =>
      person.call("POST", "/user_uploads", { file: file() }),
    ),
  );
  const refused = answers.filter(({ status }) => status !== 200);
  assert.deepEqual(
    refused.map(({ status, code, msg }) => [status, code, msg]),
    Array.from({ length: 3 }, () => [
      400,
      "REALM_UPLOAD_QUOTA",
      "Upload would exceed your organization's upload quota.",
    ]),
  );
  const { upload_space_used, attachments } = await hamlet.callOrThrow("GET", "/attachments");
  assert.equal(upload_space_used, 900_000);
  for (const { id } of attachments) await hamlet.callOrThrow("DELETE", `/attachments/${id}`);
  const left = 900_000 - 300_000 * attachments.length;
  assert.equal((await hamlet.callOrThrow("GET", "/attachments")).upload_space_used, left);
});

test("a file can be deleted only by its owner, and is then gone for all users", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const url = await uploadAs(hamlet);
  const [attachment] = (await hamlet.callOrThrow("GET", "/attachments")).attachments;
  const id = attachment?.id ?? 0;
  await hamlet.sendDirectMessage(othello, { content: url });
  assert.equal((await othello.delete(`/attachments/${id}`)).msg, "Invalid attachment");
  for (const unknown of [0, 999_999_999, 2 ** 31, 2 ** 53]) {
    assert.equal((await hamlet.delete(`/attachments/${unknown}`)).msg, "Invalid attachment");
  }
  const [toHamlet, toOthello] = await watchEvents([hamlet, othello], () =>
    hamlet.callOrThrow("DELETE", `/attachments/${id}`),
  );
  assert.deepEqual(
    toHamlet?.map(({ id: _id, ...event }) => event),
    [{ type: "attachment", op: "remove", attachment: { id }, upload_space_used: 0 }],
  );
  assert.deepEqual(toOthello, []);
  for (const person of [hamlet, othello]) {
    assert.deepEqual(await fetchFileAs(person, url), [404, "This file does not exist or has been deleted."]);
  }
  assert.equal((await hamlet.delete(`/attachments/${id}`)).msg, "Invalid attachment");
});

test("HEAD returns the same headers as GET, without the content", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const url = await uploadAs(hamlet, "To be", "play.png");
  const compared = [
    "content-length",
    "content-type",
    "content-disposition",
    "content-security-policy",
    "etag",
  ] as const;
  for (const range of [undefined, "bytes=1-2", "bytes=9-"]) {
    const headers: Record<string, string> = range === undefined ? {} : { range };
    const [get, head] = [await hamlet.fetch(url, headers), await tus(hamlet, "HEAD", url, { headers })];
    assert.equal(head.status, get.status, range);
    assert.deepEqual(head.body, {});
    for (const name of [...compared, "content-range", "accept-ranges"]) {
      assert.equal(head.headers[name], get.headers[name], `${name} of ${range ?? "the whole file"}`);
    }
  }
  assert.equal((await othello.fetch(url)).status, 403);
  assert.equal((await tus(othello, "HEAD", url)).status, 403);
});
