import { type Html, html } from "./html.ts";
import type { Page } from "../http/page-types.ts";
import { styles } from "./styles.ts";

/** Renders a complete HTML document. It loads nothing from other hosts; see `policyFor`. */
export function renderDocument({ title, body, isWide = false, script }: Page, organization: string | null): string {
  const name = organization ?? "Parlance";
  // The style is not part of this template: it must not be escaped, because it is our own text and contains quotation
  // marks.
  const head = html`<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title.includes(name) ? title : `${title} · ${name}`}</title>`;
  return `<!doctype html>
<html lang="en">
<head>
${head.toString()}
<style>${styles}</style>
</head>
${frame({ title, body, isWide }, name).toString()}${script === undefined ? "" : `<script>${script}</script>`}
</html>
`;
}

const frame = ({ title, body, isWide }: Page, name: string): Html =>
  html`<body class="page${isWide && " wide"}">
    <header>${home(title === name ? "Parlance" : name)}</header>
    <main>${body}</main>
    <footer>Parlance: team chat organized by topic</footer>
  </body>`;

/** Renders the link to the start page, with the same symbol for the organization as in the web client. */
const home = (name: string): Html =>
  html`<a href="/"><span class="mark" aria-hidden="true">${[...name][0]?.toLocaleUpperCase() ?? ""}</span>${name}</a>`;
