import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, watchEvents, writeRowsDirectly } from "@parlance/testkit";
import { createLinkifier, BUG, ISSUE, listLinkifiers } from "./fixtures/linkifiers.ts";

const TEMPLATE = "https://example.com/{id}";

test("an invalid linkifier is rejected with an explanatory text, without further fields", async () => {
  const { iago } = await createTestOrganization();
  await createLinkifier(iago, ISSUE);
  const id = await createLinkifier(iago, BUG);
  const bad = (reason: string) => `Bad regular expression: ${reason}`;
  const template = "Invalid URL template.";
  const blank = "This field cannot be blank.";
  const cases: [pattern: string, url_template: string, msg: string][] = [
    ["", TEMPLATE, blank],
    ["", "", blank],
    ["#(?P<id>\\d+)", "", blank],
    ["#(?P<id>\\d+", TEMPLATE, bad("missing closing ): #(?P<id>\\d+")],
    ["a)(?P<id>b", TEMPLATE, bad("unexpected ): a)(?P<id>b")],
    ["[(?P<id>b", TEMPLATE, bad("missing closing ]: [(?P<id>b")],
    ["(?=a)(?P<id>b)", TEMPLATE, bad("invalid or unsupported Perl syntax: (?=")],
    ["(?P<id>b)\\1", TEMPLATE, bad("invalid escape sequence: \\1")],
    ["(?P<id>b{1001})", TEMPLATE, bad("invalid repeat count: {1001}")],
    ["(?P<id>a)(?P<id>b)", TEMPLATE, bad("duplicate capture group name: id")],
    ["(?P<id>.{500})", TEMPLATE, bad("pattern is too complex")],
    ["(", "{", bad("missing closing ): (")],
    ["#(?P<id>\\d+)", "https://example.com/{id", template],
    ["#(?P<id>\\d+)", "https://example.com/{!id}", template],
    ["#(?P<id>\\d+)", "https://example.com/{}/{id}", template],
    ["#(?P<id>\\d+)", "https://exam ple.com/{id}", template],
    ["#(?P<id>\\d+)", "javascript:alert({id})", template],
    ["#\\d+", TEMPLATE, "Group 'id' in URL template is not present in linkifier pattern."],
    ["#(?P<id>\\d+)(?P<b>x)(?P<a>y)", TEMPLATE, "Group 'a' in linkifier pattern is not present in URL template."],
    [ISSUE.pattern, TEMPLATE, "Realm filter with this Realm and Pattern already exists."],
  ];
  const [events] = await watchEvents([iago], async () => {
    for (const [pattern, url_template, msg] of cases) {
      const wanted = { pattern, url_template };
      for (const { status, body } of [
        await iago.post("/realm/filters", wanted),
        await iago.patch(`/realm/filters/${id}`, wanted),
      ]) {
        assert.deepEqual([pattern, status, body], [pattern, 400, { result: "error", msg, code: "BAD_REQUEST" }]);
      }
    }
  });
  assert.deepEqual(events, []);
  assert.deepEqual(
    (await listLinkifiers(iago)).map(({ pattern }) => pattern),
    [ISSUE.pattern, BUG.pattern],
  );
});

test("the pattern and the URL template are required and have a maximum length", async () => {
  const { iago } = await createTestOrganization();
  const id = await createLinkifier(iago, ISSUE);
  const missing = (name: string) => ["REQUEST_VARIABLE_MISSING", `Missing '${name}' argument`];
  for (const call of [
    (wanted: object) => iago.call("POST", "/realm/filters", { ...wanted }),
    (wanted: object) => iago.call("PATCH", `/realm/filters/${id}`, { ...wanted }),
  ]) {
    const answers = [
      await call({ url_template: TEMPLATE }),
      await call({ pattern: "#(?P<id>\\d+)" }),
      await call({ pattern: "x".repeat(501), url_template: "/" }),
      await call({ pattern: "x", url_template: `/${"y".repeat(1000)}` }),
    ];
    assert.deepEqual(
      answers.map(({ code, msg }) => [code, msg]),
      [
        missing("pattern"),
        missing("url_template"),
        ["BAD_REQUEST", "pattern is too long (limit: 500 characters)"],
        ["BAD_REQUEST", "url_template is too long (limit: 1000 characters)"],
      ],
    );
  }
  await createLinkifier(iago, { pattern: `[${"🦉".repeat(498)}]`, url_template: `/${"y".repeat(999)}` });
});

test("the usual notations of groups and templates are accepted", async () => {
  const { iago, hamlet } = await createTestOrganization();
  const forms = [
    { pattern: "(?<org>[\\w-]+)/(?<repo>[\\w.-]+)#(?<id>\\d+)", url_template: "https://a.example/{org}/{repo}{?id}" },
    { pattern: "(?i)\\bcommit (?P<sha>[0-9a-f]{7,40})\\b", url_template: "/commits{/sha}" },
    { pattern: "all issues", url_template: "https://tracker.example.com/" },
    { pattern: "search (?P<q>\\pL+)", url_template: "https://example.com/{?q:30}{#q*}" },
  ];
  for (const form of forms) await createLinkifier(iago, form);
  const stored = (await listLinkifiers(hamlet)).map(({ pattern, url_template }) => ({ pattern, url_template }));
  assert.deepEqual(stored, forms);
});

test("an organization can have at most 100 linkifiers", async () => {
  const { iago, server, realmId } = await createTestOrganization();
  const rows = Array.from({ length: 99 }, (_, position) => ({
    realm_id: realmId,
    position,
    pattern: `word${position}`,
    url_template: "/",
  }));
  await writeRowsDirectly({ server, realmId }, (tx) => tx.insertInto("linkifier").values(rows).execute());
  await createLinkifier(iago, ISSUE);
  const { status, body } = await iago.post("/realm/filters", BUG);
  const msg = "An organization can have at most 100 linkifiers.";
  assert.deepEqual([status, body], [400, { result: "error", msg, code: "BAD_REQUEST" }]);
});
