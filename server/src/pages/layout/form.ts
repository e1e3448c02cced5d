import { attributes, type Html, html } from "./html.ts";
import type { Page, Visit } from "../http/page.ts";
import { TOKEN_FIELD } from "../http/form-token.ts";

/** A line to fill in. */
export interface Field {
  readonly name: string;
  /** Default: its name. A problem with it is known by it. */
  readonly id?: string;
  readonly label: string;
  readonly type?: "text" | "email" | "password";
  /** What browsers and password managers may fill in, as HTML names it. */
  readonly autocomplete: string;
  readonly hint?: string;
  /** Never of a password. */
  readonly value?: string | undefined;
  readonly isReadonly?: boolean;
  /** Whether it may stay empty. */
  readonly isOptional?: boolean;
  readonly maxLength?: number;
  /** Whether one begins to write here, unless something was wrong. */
  readonly isFirst?: boolean;
}

/** What is wrong with a form: texts by the name of their field, and under `""` what is wrong with all of it. */
export type Problems = Readonly<Record<string, string>>;

/** One field with its label; what is wrong with it stands between the two. */
export function field(of: Field, problems: Problems = {}): Html {
  const {
    name,
    id = name,
    label,
    type = "text",
    autocomplete,
    hint,
    value = "",
    isReadonly,
    isOptional,
    maxLength,
  } = of;
  const problem = problems[id];
  const described = [hint !== undefined && `${id}-hint`, problem !== undefined && `${id}-problem`].filter(Boolean);
  return html`<div class="field">
    <label for="${id}">${label}</label>
    ${hint !== undefined && html`<span class="hint" id="${id}-hint">${hint}</span>`}
    ${problem !== undefined && html`<span class="problem" id="${id}-problem">${problem}</span>`}
    <input
      ${attributes({
        id,
        name,
        type,
        autocomplete,
        value: type === "password" ? undefined : value,
        // Addresses and passwords are no sentences: phones must not begin them with a capital or correct them.
        autocapitalize: type === "text" ? undefined : "none",
        spellcheck: type === "text" ? undefined : "false",
        maxlength: maxLength,
        readonly: isReadonly,
        required: !isOptional,
        autofocus: of.isFirst === true && Object.keys(problems).length === 0,
        "aria-invalid": problem === undefined ? undefined : "true",
        "aria-describedby": described.join(" ") || undefined,
      })}
    />
  </div>`;
}

interface Choice {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly chosen: string;
  readonly options: readonly (readonly [value: string, label: string])[];
}

/** A list of which one is chosen. */
export const select = ({ name, label, hint, chosen, options }: Choice): Html =>
  html`<div class="field">
    <label for="${name}">${label}</label>
    ${hint !== undefined && html`<span class="hint" id="${name}-hint">${hint}</span>`}
    <select ${attributes({ id: name, name, "aria-describedby": hint === undefined ? undefined : `${name}-hint` })}>
      ${options.map(
        ([value, text]) => html`<option ${attributes({ value, selected: value === chosen })}>${text}</option>`,
      )}
    </select>
  </div>`;

/** What is wrong, above the form, each with a way to its field. It has the focus, so that it is read out first. */
function summary(problems: Problems): Html | undefined {
  const all = Object.entries(problems);
  if (all.length === 0) return undefined;
  const items = all.map(([name, text]) => html`<li>${name === "" ? text : html`<a href="#${name}">${text}</a>`}</li>`);
  return html`<div class="summary" role="alert" tabindex="-1" autofocus>
    <h2>There was a problem</h2>
    <ul>
      ${items}
    </ul>
  </div>`;
}

interface Form {
  /** Where it is sent to. */
  readonly action: string;
  readonly content: readonly (Html | false | undefined)[];
  readonly button: string;
  /** What stands beside the button. */
  readonly beside?: Html | false | undefined;
  readonly isInline?: boolean;
}

/** A form. What is wrong is told by the server's words alone, which are the same in every browser. */
export const form = ({ formToken }: Visit, { action, content, button, beside, isInline }: Form): Html =>
  html`<form ${attributes({ method: "post", action, class: isInline ? "inline" : undefined, novalidate: true })}>
    <input type="hidden" name="${TOKEN_FIELD}" value="${formToken}" />
    ${content}
    ${isInline ? html`<button class="quiet">${button}</button>` : html`<div class="actions"><button>${button}</button>${beside}</div>`}
  </form>`;

/** A page that is a heading and a form, with what was wrong with it. */
export function formPage(title: string, problems: Problems, body: Html, status = 400): Page {
  const isWrong = Object.keys(problems).length > 0;
  return {
    title: isWrong ? `Error: ${title}` : title,
    status: isWrong ? status : 200,
    body: html`${summary(problems)}
      <h1>${title}</h1>
      ${body}`,
  };
}
