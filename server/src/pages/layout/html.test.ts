import assert from "node:assert/strict";
import { test } from "node:test";
import { attributes, html } from "./html.ts";

test("every text is escaped, and HTML is not escaped twice", () => {
  const name = `<b title='x'>"Hamlet" & Söhne</b>`;
  const escaped = "&lt;b title=&#39;x&#39;&gt;&quot;Hamlet&quot; &amp; Söhne&lt;/b&gt;";
  assert.equal(String(html`<b title="${name}">${name}</b>`), `<b title="${escaped}">${escaped}</b>`);
  assert.equal(String(html`<i>${[html`<u>${name}</u>`, name]}</i>`), `<i><u>${escaped}</u>${escaped}</i>`);
});

test("absent values are rendered as nothing, and zero is rendered", () => {
  assert.equal(String(html`[${null}${undefined}${false}${""}${[]}${0}]`), "[0]");
});

test("a forged object that looks like HTML is not inserted as HTML", () => {
  const forged = { toString: () => "<script>" } as unknown as string;
  assert.equal(String(html`${forged}`), "");
});

test("attributes are quoted and escaped, and those that are false or undefined are left out", () => {
  const all = { id: 'a"b', required: true, readonly: false, value: "", maxlength: 9, title: undefined };
  assert.equal(String(attributes(all)), 'id="a&quot;b" required value="" maxlength="9"');
});
