import assert from "node:assert/strict";
import { test } from "node:test";
import { attributes, html } from "./html.ts";

test("inserted text is escaped, and inserted HTML is not escaped again", () => {
  const name = `<b title='x'>"Hamlet" & Söhne</b>`;
  const escaped = "&lt;b title=&#39;x&#39;&gt;&quot;Hamlet&quot; &amp; Söhne&lt;/b&gt;";
  assert.equal(String(html`<b title="${name}">${name}</b>`), `<b title="${escaped}">${escaped}</b>`);
  assert.equal(String(html`<i>${[html`<u>${name}</u>`, name]}</i>`), `<i><u>${escaped}</u>${escaped}</i>`);
});

test("null, undefined, false and empty values insert nothing, and zero is inserted", () => {
  assert.equal(String(html`[${null}${undefined}${false}${""}${[]}${0}]`), "[0]");
});

test("an object that only imitates `Html` is not inserted", () => {
  const forged = { toString: () => "<script>" } as unknown as string;
  assert.equal(String(html`${forged}`), "");
});

test("attribute values are quoted and escaped, and attributes that are false or undefined are left out", () => {
  const all = { id: 'a"b', required: true, readonly: false, value: "", maxlength: 9, title: undefined };
  assert.equal(String(attributes(all)), 'id="a&quot;b" required value="" maxlength="9"');
});
