/** The style sheet of the reference page. */
export const styles = `
:root { color-scheme: light dark; --ink: #1c2126; --paper: #ffffff; --faint: #57606a; --line: #d0d7de; --link: #0a58ca; --shade: #f3f5f7 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ec; --paper: #14181c; --faint: #a0aab4; --line: #3b444d; --link: #7db4ff; --shade: #1e242a }
}
body { margin: 0 auto; max-width: 60rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper) }
a { color: var(--link) }
.skip { position: absolute; left: -100rem }
.skip:focus { position: static }
nav ul { columns: 20rem; list-style: none; padding: 0; margin: 0 }
nav li { break-inside: avoid }
code { font: 0.9em/1.4 ui-monospace, monospace; overflow-wrap: anywhere }
details { border: 1px solid var(--line); border-radius: 0.4rem; margin: 0.5rem 0; padding: 0.4rem 0.8rem }
summary { cursor: pointer }
summary h3 { display: inline; font-size: 1rem; margin: 0 }
summary code { font-weight: 600 }
.method { display: inline-block; min-width: 4rem }
.note, dd { color: var(--faint) }
dd { overflow-wrap: anywhere }
.operation { scroll-margin-top: 5rem }
.scroll { overflow-x: auto }
table { border-collapse: collapse; width: 100%; margin: 0.5rem 0 }
caption { text-align: left; font-weight: 600; padding: 0.3rem 0 }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.6rem 0.3rem 0; border-top: 1px solid var(--line) }
thead th { border-top: 0; font-weight: 600 }
tbody th { font-weight: 400 }
td:last-child { min-width: 12rem }
@media (min-width: 48rem) {
  table { table-layout: fixed }
  thead th:nth-child(1) { width: 34% }
  thead th:nth-child(2) { width: 22% }
  thead th:nth-child(3) { width: 12% }
}
@media (max-width: 48rem) {
  tbody th code { overflow-wrap: normal }
  td code { overflow-wrap: break-word }
}
:target { outline: 2px solid var(--link); outline-offset: 2px }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
`;
