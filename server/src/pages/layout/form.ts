import { attributes, type Html, html } from "./html.ts";
import type { Page, Visit } from "../http/page-types.ts";
import { TOKEN_FIELD } from "../http/form-token.ts";

/** A text input. */
export interface Field {
  readonly name: string;
  /** Id of the input, to which its problem is linked. Default: the name. */
  readonly id?: string;
  readonly label: string;
  readonly type?: "text" | "email" | "password";
  /** Value of the HTML attribute `autocomplete`, for browsers and password managers. */
  readonly autocomplete: string;
  readonly hint?: string;
  /** Initial value. Never set for a password. */
  readonly value?: string | undefined;
  readonly isReadonly?: boolean;
  /** Whether the field may be left empty. */
  readonly isOptional?: boolean;
  readonly maxLength?: number;
  /**
   * Whether the field has the focus when the page opens. If the form has problems, the list of problems has it instead.
   */
  readonly isFirst?: boolean;
}

/** Problems of a form: messages by the id of the field. A message under `""` is about the whole form. */
export type Problems = Readonly<Record<string, string>>;

/** Renders a field with its label. A problem is shown between the label and the input. */
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
        // Email addresses and passwords are not prose, so phones must not capitalize or correct them.
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

/** Renders a drop-down list from which one option is selected. */
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

/**
 * Renders the list of problems above the form, each with a link to its field. The list has the focus, so that screen
 * readers read it first.
 */
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
  /** Path to which the form is submitted. */
  readonly action: string;
  readonly content: readonly (Html | false | undefined)[];
  readonly button: string;
  /** Content beside the button. */
  readonly beside?: Html | false | undefined;
  readonly isInline?: boolean;
}

/**
 * Renders a form. Validation by the browser is turned off: the server reports problems, with the same messages in every
 * browser.
 */
export const form = ({ formToken }: Visit, { action, content, button, beside, isInline }: Form): Html =>
  html`<form ${attributes({ method: "post", action, class: isInline ? "inline" : undefined, novalidate: true })}>
    <input type="hidden" name="${TOKEN_FIELD}" value="${formToken}" />
    ${content}
    ${isInline ? html`<button class="quiet">${button}</button>` : html`<div class="actions"><button>${button}</button>${beside}</div>`}
  </form>`;

/** Builds a page with a heading, a form, and the problems of the last submission. */
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
