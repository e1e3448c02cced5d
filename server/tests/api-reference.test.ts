import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { testServer } from "@parlance/testkit";

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
}

const { app } = await testServer();
const page = await app.inject({ url: "/api" });
const document = (await app.inject({ url: "/api/v1/openapi.json" })).json<Document>();

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => ({ method: method.toUpperCase(), path, operationId })),
);

/** Returns the HTML of one operation, from its summary to the end of its details. */
function entryOf(operationId: string): string {
  const entry = new RegExp(`<details>\n<summary>.*\n<div class="operation" id="${operationId}">[^]*?</details>`).exec(
    page.body,
  )?.[0];
  assert.ok(entry !== undefined, `${operationId} is not on the page`);
  return entry;
}

/** Returns the rows of a table: the texts of the remaining cells by the text of the first cell. */
function tableIn(entry: string, caption: string): Map<string, string[]> {
  const table = new RegExp(`<caption>${caption}</caption>[^]*?</table>`).exec(entry)?.[0] ?? "";
  const rows = [...table.matchAll(/<tr><th scope="row">(.*?)<\/th>(.*?)<\/tr>/g)];
  return new Map(
    rows.map(([, name = "", cells = ""]) => [textOf(name), cells.split("</td>").slice(0, -1).map(textOf)]),
  );
}

const textOf = (html: string): string => html.replace(/<[^>]*>/g, "").replaceAll("&quot;", '"');

describe("the API reference", () => {
  test("has one entry for every operation of the OpenAPI document, and a link to that document", () => {
    assert.equal(page.statusCode, 200, page.body);
    assert.equal(page.headers["content-type"], "text/html; charset=utf-8");
    for (const { method, path, operationId } of operations) {
      assert.ok(entryOf(operationId).includes(`<span class="method">${method}</span> ${path}</code>`), operationId);
      assert.ok(page.body.includes(`<a href="#${operationId}"><code>${method} ${path}</code></a>`), operationId);
    }
    assert.equal(page.body.match(/<details>/g)?.length, operations.length);
  });

  test("has no broken links within the page, and no duplicate ids", async () => {
    const ids = [...page.body.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id);
    assert.equal(new Set(ids).size, ids.length);
    const links = new Set([...page.body.matchAll(/ href="([^"]+)"/g)].map(([, href = ""]) => href));
    assert.ok(links.size > operations.length);
    for (const link of links) {
      if (link.startsWith("#")) assert.ok(ids.includes(link.slice(1)), link);
      else assert.equal((await app.inject({ url: link })).statusCode, 200, link);
    }
  });

  test("shows the parameters, the response and the errors of an operation", () => {
    const entry = entryOf("patchMessagesMessageId");
    const parameters = tableIn(entry, "Parameters");
    assert.deepEqual(parameters.get("message_id")?.slice(0, 2), ["integer", "required"]);
    assert.equal(parameters.get("propagate_mode")?.[0], '"change_one", "change_later", "change_all"');
    assert.equal(tableIn(entry, "Response").get("detached_uploads")?.[1], "always");
    assert.match(textOf(entry), /Errors\s+400 BAD_REQUEST.*Invalid message\(s\)/);
  });

  test("shows how a file is sent", () => {
    const entry = entryOf("postUserUploads");
    assert.match(textOf(entry), /Send as multipart\/form-data\./);
    assert.equal(tableIn(entry, "Parameters").get("filename")?.[0], "string");
  });

  test("shows the fields of each event of a stream, and that the response is not JSON", () => {
    const entry = entryOf("getEventsStream");
    assert.match(textOf(entry), /A stream of server-sent events that stays open\. .* Media type: text\/event-stream\./);
    const fields = tableIn(entry, "Response");
    assert.deepEqual(fields.get("id")?.slice(0, 2), ["integer", "always"]);
    assert.ok(fields.has("data"));
    assert.ok(!fields.has("result"));
  });
});

/** Returns the names of all properties in a document that have this value, or whose schema allows it. */
function namesWith(value: string, node: unknown, path: readonly string[] = []): string[] {
  if (node === value) return [path.findLast((step) => !/^(enum|const|\d+)$/.test(step)) ?? ""];
  if (!(node instanceof Object)) return [];
  return Object.entries(node).flatMap(([name, inner]) => namesWith(value, inner, [...path, name]));
}

test("the stock name of the reaction type occurs only in properties named reaction_type, which are translated for stock clients", () => {
  assert.deepEqual([...new Set(namesWith("service_extra_emoji", document))], ["reaction_type"]);
});
