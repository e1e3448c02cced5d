import assert from "node:assert/strict";
import { test } from "node:test";
import { sampleLookups } from "./fixtures/sample-lookups.ts";
import { render, type Embed, type Lookups } from "./index.ts";

const U = "https://news.example/story?a=1";
const story: Embed = { title: "A story", description: "What happened", image: "https://news.example/i.png" };

const shown = (source: string, embed: Embed = story, more: Partial<Lookups> = {}): string =>
  render(source, { ...sampleLookups, embeds: new Map([[U, embed]]), ...more }).html;
const pages = (source: string, more: Partial<Lookups> = {}) =>
  render(source, { ...sampleLookups, embeds: new Map(), ...more }).pages;

const link = `<p><a href="${U}">${U}</a></p>`;
const start = `<div class="message_embed"><a class="message_embed_image" href="${U}" style="background-image: url(&quot;`;

test("the preview of a known page is shown at the end of the message, and its link remains", () => {
  assert.equal(
    shown(U),
    `${link}\n${start}https://news.example/i.png&quot;)"></a><div class="data-container">` +
      `<div class="message_embed_title"><a href="${U}" title="A story">A story</a></div>` +
      `<div class="message_embed_description">What happened</div></div></div>`,
  );
  assert.match(shown(`* ${U}\n\nlast`), /<p>last<\/p>\n<div class="message_embed">/);
  assert.equal(shown(`${U} ${U} [again](${U})`).split("message_embed_image").length, 2);
});

test("the preview of a page without a title or description omits the missing part", () => {
  const bare = shown(U, { ...story, title: "", description: "" });
  assert.equal(
    bare,
    `${link}\n${start}https://news.example/i.png&quot;)"></a><div class="data-container"></div></div>`,
  );
});

test("the preview of a page with a video is a picture with which the video can be started", () => {
  const player = '<iframe src="https://video.example/9?a=1&b=2"></iframe>';
  assert.equal(
    shown(U, { ...story, player }),
    `${link}\n<div class="embed-video message_inline_image">` +
      '<a data-id="&lt;iframe src=&quot;https://video.example/9?a=1&amp;b=2&quot;&gt;&lt;/iframe&gt;" ' +
      `href="${U}" title="A story"><img src="https://news.example/i.png"></a></div>`,
  );
});

test("hostile page metadata cannot break out of its element", () => {
  const evil = `"'><script>alert(1)</script>&quot;</div>\\`;
  const image = `https://news.example/i.png?"');background:url(x)\\22 <!--\n\u0001`;
  const html = shown(U, { title: evil, description: evil, image });
  assert.doesNotMatch(html, /<script|<!--/);
  const [, style = ""] = /style="([^"]*)"/.exec(html) ?? [];
  const [, url = ""] = /^background-image: url\(&quot;(.*)&quot;\)$/s.exec(style) ?? [];
  assert.match(url, /^https:[^"'()\\<>\s]*$/);
  assert.doesNotMatch(url, /&quot;/);
  assert.doesNotMatch(shown(U, { ...story, player: evil }), /<script/);
});

test("pictures of pages are loaded from the source that the organization configured for external pictures", () => {
  const html = shown(U, story, { externalSource: (url) => `/external_content/${Buffer.from(url).toString("hex")}` });
  assert.match(html, /url\(&quot;\/external_content\/[0-9a-f]+&quot;\)/);
});

test("page previews are shown even if image previews are turned off, but not if page previews are turned off", () => {
  assert.match(shown(U, story, { showPreviews: false }), /message_embed/);
  assert.doesNotMatch(shown(U, story, { embeds: undefined }), /message_embed/);
  assert.deepEqual(pages(U, { embeds: undefined }), []);
});

test("only web links outside of quotes get page previews, except links to media that are shown inline and links to the organization", () => {
  assert.deepEqual(pages(`${U} [x](https://b.example) example.com ${U}`), [
    U,
    "https://b.example",
    "http://example.com",
  ]);
  for (const source of [
    `> ${U}`,
    `\`${U}\``,
    "https://a.example/cat.png",
    "https://a.example/cat.mp4",
    "https://youtu.be/abcdefghijk",
    "mailto:ada@a.example",
    "ftp://a.example/",
    "[x](/help) [y](#narrow/channel/3)",
    `${sampleLookups.realmUrl}/help`,
    `${sampleLookups.realmUrl}`,
    "[x](https://chat.example.org?x)",
  ]) {
    assert.deepEqual(pages(source), [], source);
  }
  assert.deepEqual(pages("https://chat.example.org.evil.example/"), ["https://chat.example.org.evil.example/"]);
});

test("a message with more than 24 links has no previews", () => {
  const links = (count: number) => Array.from({ length: count }, (_, index) => `https://a.example/${index}`).join(" ");
  assert.equal(pages(links(24)).length, 24);
  assert.equal(pages(links(25)).length, 0);
  assert.doesNotMatch(shown(`${U} ${links(24)}`), /message_embed/);
});
