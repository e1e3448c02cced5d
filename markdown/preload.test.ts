// In a process of its own: a module that any test has loaded stays loaded.
import assert from "node:assert/strict";
import { test } from "node:test";
import { preloadFor, render, type Lookups } from "./index.ts";

const lookups: Lookups = { users: [], groups: [], channels: [], emptyTopicName: "general chat" };

test("modules that only some texts need are loaded when such a text is preloaded", async () => {
  const formula = "$$x$$";
  const python = "```quote\n~~~ {.py}\nn = 7\n~~~\n```";
  const ruby = "```\nn = 7\n```";
  const html = (source: string) => render(source, { ...lookups, defaultCodeLanguage: "ruby" }).html;
  await preloadFor(["plain $ ~~text~~ `code`", "```nothing-known\n```", "```constructor\n```"]);
  assert.equal(html(formula), '<p><span class="tex-error">$$x$$</span></p>');
  assert.doesNotMatch(html(python) + html(ruby), /<span class=/);
  await preloadFor([formula]);
  assert.match(html(formula), /class="katex"/);
  await preloadFor([python]);
  assert.match(html(python), /<span class="mi">7/);
  assert.doesNotMatch(html(ruby), /<span class=/);
  await preloadFor([ruby], "ruby");
  assert.match(html(ruby), /<span class="mi">7/);
});

test("a block of formulas needs the same modules as a formula", async () => {
  await preloadFor(["```math\nx\n```"]);
  assert.match(render("~~~ Math\nx\n~~~", lookups).html, /katex-display/);
});
