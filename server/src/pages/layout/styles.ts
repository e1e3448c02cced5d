import { createHash } from "node:crypto";
import { createContentPolicy } from "@parlance/kernel/http/security-headers.ts";
import { styles as base } from "@parlance/kernel/http/reference-page/styles.ts";

/**
 * Colors of the web client, under the names that the client gives them. The login pages use the same colors; a test
 * checks that they stay equal.
 */
export const clientColours = {
  light: {
    ground: "#ffffff",
    side: "#f6f5f2",
    "line-c": "#e6e3dc",
    ink: "#1f1d1a",
    "ink-3": "#67625a",
    accent: "#20604f",
    "accent-ink": "#ffffff",
    "accent-soft": "#e3efe9",
    alert: "#b3261e",
    "alert-soft": "#fbe9e7",
  },
  dark: {
    ground: "#171715",
    side: "#1e1e1b",
    "line-c": "#33322d",
    ink: "#eceae4",
    "ink-3": "#9f9a90",
    accent: "#6fc4a6",
    "accent-ink": "#0d1f19",
    "accent-soft": "#1f332c",
    alert: "#ff8f85",
    "alert-soft": "#3a211f",
  },
} as const;

/** Returns CSS variables for these colors, under the names that `styles` uses. */
const variablesOf = (colours: Readonly<Record<keyof typeof clientColours.light, string>>): string => {
  const ours = {
    paper: colours.ground,
    ground: colours.side,
    shade: colours.side,
    line: colours["line-c"],
    ink: colours.ink,
    faint: colours["ink-3"],
    link: colours.accent,
    accent: colours.accent,
    "on-accent": colours["accent-ink"],
    good: colours.accent,
    "good-shade": colours["accent-soft"],
    wrong: colours.alert,
    "wrong-shade": colours["alert-soft"],
    // The border of an input contrasts more with the background than other lines do, because it must be clearly
    // visible.
    field: colours["ink-3"],
  };
  return Object.entries(ours)
    .map(([name, value]) => `--${name}: ${value}`)
    .join("; ");
};

/** Style of the pages: that of the API reference, with the web client's colors and with rules for pages and forms. */
export const styles = `${base}
:root { ${variablesOf(clientColours.light)} }
@media (prefers-color-scheme: dark) {
  :root { ${variablesOf(clientColours.dark)} }
}
*, ::before, ::after { box-sizing: border-box }
body.page { font: 400 15px/1.5 "Inter", system-ui, "Segoe UI", sans-serif; max-width: none; min-height: 100vh; margin: 0; padding: 0; display: flex; flex-direction: column; background: var(--ground) }
.page > header, .page > footer { width: 100%; max-width: 30rem; margin: 0 auto; padding: 1.5rem 1rem 0.75rem; color: var(--faint) }
.page > header { font-weight: 650; font-size: 17px }
.page > header a { display: inline-flex; align-items: center; gap: 10px }
.mark { display: grid; place-items: center; width: 28px; height: 28px; border-radius: 8px; font-size: 14px; font-weight: 700; color: var(--on-accent); background: var(--accent) }
.page > header a { color: var(--ink); text-decoration: none }
.page > header a:hover { text-decoration: underline }
.page > footer { font-size: 0.875rem; padding: 0.75rem 1rem 1.5rem; margin-top: auto }
.page > main { width: 100%; max-width: 30rem; margin: 0 auto; padding: 1.5rem; background: var(--paper); border: 1px solid var(--line); border-radius: 14px; box-shadow: 0 1px 2px #0001, 0 8px 24px #0001 }
.page.wide > header, .page.wide > main, .page.wide > footer { max-width: 46rem }
@media (max-width: 30rem) { .page > main { border-width: 1px 0; border-radius: 0; padding: 1.25rem 1rem } }
.page h1 { font-size: 22px; font-weight: 700; line-height: 1.25; margin: 0 0 0.75rem; overflow-wrap: anywhere }
.page h2 { font-size: 17px; font-weight: 650; margin: 1.75rem 0 0.5rem }
.page p { margin: 0 0 1rem; overflow-wrap: anywhere }
.page form { margin: 1.25rem 0 0 }
.page form.inline { display: inline-block; margin: 0 }
.field { margin: 0 0 1.25rem }
.field label { display: block; font-size: 13px; font-weight: 600; margin-bottom: 4px }
.hint { display: block; color: var(--faint); font-size: 0.9rem; margin-bottom: 0.35rem }
.problem { display: block; color: var(--wrong); font-weight: 600; font-size: 0.9rem; margin-bottom: 0.35rem }
.field input, .field select { width: 100%; min-height: 2.75rem; padding: 0.45rem 0.65rem; font: inherit; color: var(--ink); background: var(--paper); border: 1px solid var(--field); border-radius: 8px }
.field input[readonly] { background: var(--shade); border-color: var(--line) }
.field input[aria-invalid] { border: 2px solid var(--wrong) }
.field input:focus-visible, .field select:focus-visible { outline-offset: 0 }
button, a.button { display: inline-block; min-height: 2.75rem; padding: 0.5rem 1.25rem; font: inherit; font-weight: 600; color: var(--on-accent); background: var(--accent); border: 1px solid var(--accent); border-radius: 8px; text-decoration: none; cursor: pointer }
a.button { display: inline-flex; align-items: center }
button:hover, a.button:hover { text-decoration: underline }
button.quiet, a.button.quiet { color: var(--link); background: none; border-color: var(--line) }
.actions { display: flex; flex-wrap: wrap; gap: 0.75rem 1.25rem; align-items: center; margin: 0 0 0.5rem }
.actions + .actions, .actions + form { margin-top: 1.25rem }
.summary, .notice { border-left: 0.3rem solid var(--wrong); background: var(--wrong-shade); padding: 0.75rem 1rem; margin: 0 0 1.25rem; border-radius: 0.2rem }
.notice { border-color: var(--good); background: var(--good-shade) }
.summary h2, .notice p { font-size: 1rem; margin: 0 }
.notice pre { margin-top: 0.75rem }
.summary ul { margin: 0.3rem 0 0; padding-left: 1.1rem }
.summary a { color: var(--wrong); font-weight: 600 }
.page section { border-top: 1px solid var(--line); padding: 0 0 1rem }
.page section form.inline { margin-top: 0.75rem }
.page summary { cursor: pointer; color: var(--link) }
[hidden] { display: none !important }
.page pre { background: var(--shade); border: 1px solid var(--line); border-radius: 8px; padding: 0.6rem 0.8rem; margin: 0 0 1rem }
.page pre code { white-space: pre-wrap }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: 0.3rem 1rem; margin: 0 0 1rem }
@media (max-width: 30rem) { .facts { grid-template-columns: 1fr; gap: 0 } .facts dd + dt { margin-top: 0.5rem } }
.facts dt { color: var(--faint) }
.facts dd { margin: 0; color: var(--ink); overflow-wrap: anywhere }
`;

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const style = hashOf(styles);

interface Allowed {
  /** URL scheme of the app to which responses to the page's forms may redirect. */
  readonly scheme?: string;
  /** The page's only script. It may send requests to this server. */
  readonly script?: string | undefined;
}

/**
 * Returns a page's content security policy. It allows the page's own style and, if given, one script. Images, content
 * from other hosts and framing are not allowed.
 */
export const policyFor = ({ scheme, script }: Allowed = {}): string =>
  createContentPolicy({
    "style-src": style,
    "form-action": scheme === undefined ? "'self'" : `'self' ${scheme}:`,
    ...(script === undefined ? {} : { "script-src": hashOf(script), "connect-src": "'self'" }),
  });
