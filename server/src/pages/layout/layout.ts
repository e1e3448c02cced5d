import { type Html, html } from "./html.ts";
import type { Page } from "../http/page.ts";
import { styles } from "./styles.ts";

/** The whole document. Its head has nothing from elsewhere; see `policyFor`. */
export function renderDocument({ title, body, isWide = false, script }: Page, organization: string | null): string {
  const name = organization ?? "Parlance";
  // The style is ours; that it holds quotation marks must not be escaped away.
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

/** The way to the beginning, with the mark that an organization has in the client too. */
const home = (name: string): Html =>
  html`<a href="/"><span class="mark" aria-hidden="true">${[...name][0]?.toLocaleUpperCase() ?? ""}</span>${name}</a>`;
