import assert from "node:assert/strict";
import { test } from "node:test";
import { assertValidHtml } from "./fixtures/html-validator.ts";
import { sampleLookups } from "./fixtures/sample-lookups.ts";
import { render, hasThumbnailPlaceholder, type Lookups } from "./index.ts";

const html = (source: string, more: Partial<Lookups> = {}): string =>
  render(source, { ...sampleLookups, ...more }).html;
const box = (url: string, title = "", src = url) =>
  `<div class="message_inline_image"><a href="${url}"${title && ` title="${title}"`}><img src="${src}"></a></div>`;
const sources = (written: string) =>
  Array.from(written.matchAll(/<(?:img|video|audio)[^>]* src="([^"]*)"/g), ([, src]) => src);

const A = "https://example.com/a.png";
const B = "https://example.com/b.jpg";
const linkTo = (url: string, text = url) => `<a href="${url}">${text}</a>`;

test("each picture is shown once, after its paragraph, in the order of the links", () => {
  assert.equal(
    html(`see ${A} and [b](${B})\n\nagain ${A}`),
    `<p>see ${linkTo(A)} and ${linkTo(B, "b")}</p>\n${box(A)}${box(B, "b")}<p>again ${linkTo(A)}</p>`,
  );
  assert.equal(html(`${A}\n\n${B}`), `${box(A)}${box(B)}`);
  assert.equal(html(`**x ${A} y**`), `<p><strong>x ${linkTo(A)} y</strong></p>\n${box(A)}`);
});

test("a URL is replaced with its preview only if it is a whole paragraph or list item", () => {
  for (const source of [`x ${A}`, `${A} x`, `${A}\nx`, `[a](${A})`, `${A} ${B}`, `${A} :tada:`]) {
    assert.match(html(source), /^<p>/, source);
  }
  assert.equal(
    html("example.com/a.png"),
    `<p>${linkTo("http://example.com/a.png", "example.com/a.png")}</p>\n${box("http://example.com/a.png", "example.com/a.png")}`,
  );
});

test("pictures in lists are shown at the end of their list item", () => {
  assert.equal(html(`* ${A}\n* see ${B}`), `<ul>\n<li>${box(A)}</li>\n<li>see ${linkTo(B)}${box(B)}</li>\n</ul>`);
  assert.equal(
    html(`* see ${A}\n  * ${B}`),
    `<ul>\n<li>see ${linkTo(A)}<ul>\n<li>${box(B)}</li>\n</ul>\n${box(A)}</li>\n</ul>`,
  );
  assert.equal(html(`1. ${A}\n\n2. x`), `<ol>\n<li>\n${box(A)}</li>\n<li>\n<p>x</p>\n</li>\n</ol>`);
});

test("links in quotes have no previews, those in spoilers have them inside, and those in tables and headings have them at the end", () => {
  for (const source of [`> ${A}`, `\`\`\`quote\n${A}\n\`\`\``, `> * ${A}`, `* > ${A}`])
    assert.deepEqual(sources(html(source)), [], source);
  assert.match(
    html(`\`\`\`spoiler x\n${A}\n\`\`\`\ny`),
    /aria-hidden="true">\n<div class="message_inline_image">.*<\/div><\/div><\/div>\n<p>y/,
  );
  assert.ok(html(`|${A}|b|\n|-|-|\n\ny`).endsWith(`<p>y</p>\n${box(A)}`));
  assert.ok(html(`# ${A}\n\ny`).endsWith(`<p>y</p>\n${box(A)}`));
  assert.equal(html(`> ${A}\n\n${A}`), `<blockquote>\n<p>${linkTo(A)}</p>\n</blockquote>\n${box(A)}`);
  assert.deepEqual(sources(html(`> ${A}\n\n${B}`)), [B]);
});

test("the type of media is determined by the path of a URL, not by its host or query", () => {
  for (const end of ["bmp", "gif", "jpe", "jpeg", "JPG", "png", "webp", "mp4", "webm", "mp3", "wav"]) {
    assert.equal(sources(html(`[x](https://a.example/x.${end}?y#z)`)).length, 1, end);
  }
  for (const url of [
    "https://a.example/?x.png",
    "https://x.png",
    "https://a.example/png",
    "https://a.example/x.svg",
    "ftp://a.example/x.png",
    "#x.png",
    "mailto:a@b.example?x.png",
  ]) {
    assert.deepEqual(sources(html(`[x](${url})`)), [], url);
  }
});

test("links to pages that show a single image have that image as preview", () => {
  const page = "https://github.com/o/r/blob/main/docs/x.png";
  assert.equal(html(page), box(page, "", "https://raw.githubusercontent.com/o/r/main/docs/x.png"));
  const file = "https://en.wikipedia.org/wiki/File:X.jpg";
  assert.equal(html(file), box(file, "", "https://en.wikipedia.org/wiki/Special:FilePath/File:X.jpg"));
});

test("links to videos on video sites have the video's first picture as preview at the end", () => {
  const id = "Ab_9-xyZ";
  const urls = [
    `https://youtu.be/${id}`,
    `https://www.youtube.com/watch?v=${id}&t=1`,
    `https://m.youtube.com/shorts/${id}`,
    `https://youtube.com/embed/${id}`,
    `https://www.youtube.com/watch_videos?video_ids=${id},b`,
  ];
  for (const url of urls) {
    const written = html(`${url}\n\nend`);
    assert.match(written, /^<p><a href=/);
    assert.ok(
      written.includes(`<p>end</p>\n<div class="youtube-video message_inline_image"><a data-id="${id}" href=`),
      url,
    );
  }
  for (const url of [
    "https://youtu.be/a.b",
    "https://youtube.com/watch?v=%22x",
    "https://youtube.example.com/watch?v=a",
  ]) {
    assert.deepEqual(sources(html(url)), [], url);
  }
});

test("uploaded files are shown if the server knows their type", () => {
  const image = { kind: "image", contentType: "image/tiff", width: 4000, height: 3000, hasThumbnail: true } as const;
  const uploads = new Map([["2/a/x.tiff", { ...image, isAnimated: true, transcoded: "4032x3024.webp" }]]);
  assert.ok(
    html("[x](/user_uploads/2/a/x.tiff)", { uploads }).endsWith(
      '<img data-animated="true" data-original-content-type="image/tiff" data-original-dimensions="4000x3000" data-transcoded-image="4032x3024.webp" src="/user_uploads/thumbnail/2/a/x.tiff/840x560-anim.webp"></a></div>',
    ),
  );
  assert.match(
    html("[x](/user_uploads/2/ab/film.mp4)"),
    /<video preload="metadata" src="\/user_uploads\/2\/ab\/film.mp4"><\/video>/,
  );
  assert.deepEqual(sources(html("[x](/user_uploads/2/ab/fake.png) [y](/user_uploads/2/ab/none.png)")), []);
  const own = "https://chat.example.org/user_uploads/2/ab/dog.png";
  assert.deepEqual(sources(html(own)), ["/user_uploads/thumbnail/2/ab/dog.png/840x560.webp"]);
  const { attachments, hasImage } = render(`${own} [x](/user_uploads/2/ab/none.png)`, sampleLookups);
  assert.deepEqual([attachments, hasImage], [["2/ab/dog.png", "2/ab/none.png"], true]);
});

test("a player replaces the link to a sound", () => {
  const url = "https://a.example/x.mp3";
  assert.equal(html(`hear ${url}!`), `<p>hear <audio controls preload="metadata" src="${url}"></audio>!</p>`);
  assert.equal(
    html(`* [x](${url})`),
    `<ul>\n<li><audio controls preload="metadata" src="${url}" title="x"></audio></li>\n</ul>`,
  );
  assert.equal(html(`> ${url}`), `<blockquote>\n<p>${linkTo(url)}</p>\n</blockquote>`);
});

test("pictures and videos of other sites are loaded from the configured source, and links are unchanged", () => {
  const externalSource = (url: string) => `/external_content/${url.length}`;
  assert.equal(html(A, { externalSource }), box(A, "", `/external_content/${A.length}`));
  assert.deepEqual(sources(html("[x](/user_uploads/2/ab/dog.png)", { externalSource })), [
    "/user_uploads/thumbnail/2/ab/dog.png/840x560.webp",
  ]);
});

test("there are no previews if they are turned off, or with more than 24 links", () => {
  assert.equal(html(A, { showPreviews: false }), `<p>${linkTo(A)}</p>`);
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => `https://a.example/${index}.png`).join(" ");
  assert.equal(sources(html(many(24))).length, 24);
  assert.equal(sources(html(many(25))).length, 0);
  assert.equal(sources(html(`${many(24)}\n\n> https://b.example`)).length, 24);
  assert.equal(render(many(25), sampleLookups).hasImage, true);
});

test("names of files and links cannot break out of their attributes", () => {
  const written = html('[<b> " onerror=x](https://a.example/"x.png) [y](/user_uploads/2/ab/dog.png "a\'b<")');
  assertValidHtml(written);
  assert.equal(written.match(/<img/g)?.length, 2);
});

test("placeholders for thumbnails are recognized in HTML, and users cannot imitate them", () => {
  assert.equal(hasThumbnailPlaceholder(html("[x](/user_uploads/2/ab/cat.png)")), true);
  assert.equal(hasThumbnailPlaceholder(html("[x](/user_uploads/2/ab/dog.png)")), false);
  const pretended = '<img class="image-loading-placeholder" src="/x">';
  for (const text of [
    pretended,
    `\`${pretended}\``,
    `[x](/a '${pretended}')`,
    `[${pretended}](/user_uploads/2/ab/dog.png)`,
  ]) {
    assert.equal(hasThumbnailPlaceholder(html(text)), false, text);
  }
});
