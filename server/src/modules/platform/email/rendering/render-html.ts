import { escape } from "@parlance/kernel/http/reference-page/schema-html.ts";
import type { EmailBlock, Email } from "../email.ts";
import type { EmailSender } from "./sender.ts";
import { UNSUBSCRIBE_TEXT } from "./render-text.ts";

// Mail programs support little CSS, so important styles are in `style` attributes, and the layout is a single table.
// The `style` element is only for programs with a dark mode; programs that ignore it leave the colors alone or invert
// them.

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const TEXT = `${FONT};font-size:16px;line-height:1.5;color:#1f2328`;
const SMALL = `${FONT};font-size:13px;line-height:1.5;color:#59636e`;
const BREAKABLE = "overflow-wrap:anywhere;word-break:break-word";

const DARK = `@media (prefers-color-scheme:dark){
.page{background:#16181c!important}
.card{background:#22262b!important}
.text,.text *{color:#e6e9ec!important}
.small,.small *{color:#a9b2bb!important}
.line{border-color:#444c56!important}
.button{background:#8ab4f8!important;color:#16181c!important}
}`;

/** Renders an email as an HTML document that loads no external resources and is readable without styles. */
export function renderHtml({ subject, blocks, reason, unsubscribe }: Email, { name, url }: EmailSender): string {
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(subject)}</title>
<style>
:root{color-scheme:light dark}
${DARK}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f1f3f5">
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f1f3f5">
<tr><td align="center" style="padding:24px 12px">
<table class="card" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:8px">
<tr><td class="text line" dir="auto" style="padding:20px 28px;border-bottom:1px solid #d8dee4;${TEXT};font-weight:600;${BREAKABLE}">${escape(name)}</td></tr>
<tr><td class="text" style="padding:12px 28px 20px;${TEXT};${BREAKABLE}">
${blocks.map(blockHtml).join("\n")}
</td></tr>
<tr><td class="small line" style="padding:16px 28px 20px;border-top:1px solid #d8dee4;${SMALL};${BREAKABLE}">
<p dir="auto" style="margin:0 0 4px">${escape(reason)}</p>
${unsubscribe === undefined ? "" : `<p style="margin:0 0 4px">${link(unsubscribe, UNSUBSCRIBE_TEXT, "color:#59636e")}</p>\n`}<p dir="auto" style="margin:0">${escape(name)} · ${link(url, escape(url), "color:#59636e")}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function blockHtml(block: EmailBlock): string {
  if ("paragraph" in block) return `<p dir="auto" style="margin:12px 0">${lines(block.paragraph)}</p>`;
  if ("quote" in block) return quoteHtml(block.quote);
  if ("quoted" in block) return messageHtml(block);
  if ("address" in block)
    return `<p style="margin:12px 0">${link(block.address, escape(block.address), "color:#1f2328")}</p>`;
  if ("button" in block) return buttonHtml(block.button, block.url);
  return `<ul style="margin:12px 0;padding:0;list-style:none">${Object.entries(block.facts).map(factHtml).join("")}</ul>`;
}

/** A text whose first alphabetic character belongs to a right-to-left script. */
const RIGHT_TO_LEFT = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * Renders a quotation with a bar at the side where its lines start. The side depends on the text's direction, which few
 * mail programs determine themselves.
 */
function quoteHtml(text: string): string {
  const isFromTheRight = RIGHT_TO_LEFT.test(text);
  const padding = isFromTheRight ? "4px 14px 4px 0" : "4px 0 4px 14px";
  const style = `margin:12px 0;padding:${padding};border-${isFromTheRight ? "right" : "left"}:3px solid #d8dee4`;
  return `<blockquote class="line" dir="${isFromTheRight ? "rtl" : "auto"}" style="${style}">${lines(text)}</blockquote>`;
}

const messageHtml = ({ quoted, by, at }: { quoted: string; by: string; at: string }): string =>
  `<p dir="auto" style="margin:16px 0 -6px"><strong>${escape(by)}</strong> <span class="small" style="${SMALL}">${escape(at)}</span></p>
${quoteHtml(quoted)}`;

/** Renders a button, and below it the URL as text for mail programs in which the button does not work. */
function buttonHtml(label: string, url: string): string {
  const style = `display:inline-block;padding:12px 22px;border-radius:6px;background:#1f5fbf;${FONT};font-size:16px;font-weight:600;color:#ffffff;text-decoration:none`;
  return `<p style="margin:20px 0 8px">${link(url, escape(label), style, "button")}</p>
<p class="small" style="margin:0 0 16px;${SMALL}">If the button doesn't work, open this link: ${link(url, escape(url), "color:#59636e")}</p>`;
}

const factHtml = ([name, value]: [string, string]): string =>
  `<li dir="auto" style="margin:4px 0"><strong>${escape(name)}:</strong> ${lines(value)}</li>`;

const lines = (text: string): string => escape(text).replaceAll(/\r\n|[\n\r\u2028\u2029]/g, "<br>");

/** Renders a link if the URL starts with http or https. Otherwise renders only the text. */
function link(url: string, html: string, style: string, className?: string): string {
  if (!/^https?:\/\//.test(url)) return html;
  return `<a${className ? ` class="${className}"` : ""} href="${escape(url)}" style="${style}">${html}</a>`;
}
