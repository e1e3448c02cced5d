import type { Json } from "../openapi/schemas.ts";
import { JSON_TYPE } from "../write-response.ts";
import { escape, type Field, fieldsOf, fieldTable, prose, schemaAnchor } from "./schema-html.ts";
import { styles } from "./styles.ts";

/** Schemas by media type, such as `application/json` or `text/event-stream`. */
type Content = Readonly<Record<string, { readonly schema: Json }>>;

const ORDINARY_FORM = "application/x-www-form-urlencoded";

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly deprecated?: true;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: true;
    readonly description?: string;
    readonly schema?: Json;
    readonly content?: Content;
  }[];
  readonly requestBody?: {
    readonly content: Content;
  };
  readonly responses: Readonly<Record<string, { readonly description?: string; readonly content?: Content }>>;
}

interface Document {
  readonly info: { readonly title: string; readonly description: string };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
}

interface Entry {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** Renders the API reference for developers from the OpenAPI document. The page works without scripts. */
export function referencePage(document: Json): string {
  const { info, tags, paths, components } = document as unknown as Document;
  const entries = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const groups = tags
    .map(({ name }) => ({ name, entries: entries.filter(({ operation }) => operation.tags.includes(name)) }))
    .filter((group) => group.entries.length > 0);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(info.title)}</title>
<style>${styles}</style>
</head>
<body>
<a class="skip" href="#operations">Skip to operations</a>
<header>
<h1>${escape(info.title)}</h1>
<p>${prose(info.description)}</p>
<p>For code generators and other tools: <a href="/api/v1/openapi.json">openapi.json</a></p>
</header>
<nav aria-label="Operations">
${groups.map(contents).join("\n")}
</nav>
<main id="operations">
${groups.map((group) => `<h2>${escape(title(group.name))}</h2>\n${group.entries.map(section).join("\n")}`).join("\n")}
<h2>Objects</h2>
${Object.entries(components.schemas).map(schemaSection).join("\n")}
</main>
</body>
</html>
`;
}

const title = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " ");

function contents({ name, entries }: { name: string; entries: readonly Entry[] }): string {
  const items = entries.map(({ method, path, operation }) => {
    const label = `<code>${method} ${escape(path)}</code>`;
    return `<li><a href="#${escape(operation.operationId)}">${label}</a></li>`;
  });
  return `<h2>${escape(title(name))}</h2>\n<ul>\n${items.join("\n")}\n</ul>`;
}

/**
 * Renders an operation as a collapsed section. The anchor is inside the section, so that a browser that follows a link
 * to it expands the section.
 */
function section({ method, path, operation }: Entry): string {
  const { operationId, summary, description, deprecated } = operation;
  return `<details>
<summary><h3><code><span class="method">${method}</span> ${escape(path)}</code> <span class="note">${escape(summary)}</span></h3></summary>
<div class="operation" id="${escape(operationId)}">
${deprecated ? "<p><strong>Deprecated.</strong></p>" : ""}<p>${prose(description)}</p>
${bodyNote(operation)}${fieldTable("Parameters", parametersOf(operation), "required")}
${responseSection(operation)}
${errorList(operation)}
</div>
</details>`;
}

function parametersOf({ parameters = [], requestBody }: Operation): Field[] {
  const listed = parameters.map(({ name, in: location, required, description = "", schema, content }) => ({
    name,
    isRequired: required === true,
    schema: schema ?? schemasIn(content)[0] ?? {},
    description: location === "path" ? `Path parameter. ${description}` : description,
  }));
  return [...listed, ...schemasIn(requestBody?.content).flatMap((schema) => fieldsOf(schema))];
}

const schemasIn = (content: Content = {}): Json[] => Object.values(content).map(({ schema }) => schema);

/**
 * Returns a note with the media type of the body if it cannot be sent as an ordinary form, because it contains a file.
 */
function bodyNote({ requestBody }: Operation): string {
  const types = Object.keys(requestBody?.content ?? {}).filter((type) => type !== ORDINARY_FORM);
  return types.length > 0 ? `<p>Send as ${types.map(inCode).join(" or ")}.</p>\n` : "";
}

/** Renders the fields of a successful response, and its media type if that is not JSON. */
function responseSection({ responses }: Operation): string {
  const { description = "", content = {} } = responses["200"] ?? {};
  return Object.entries(content)
    .map(([type, { schema }]) => {
      const note = type === JSON_TYPE ? "" : `<p>${prose(description)} Media type: ${inCode(type)}.</p>\n`;
      return note + fieldTable("Response", fieldsOf(schema));
    })
    .join("\n");
}

const inCode = (text: string): string => `<code>${escape(text)}</code>`;

function errorList({ responses }: Operation): string {
  const items = Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, { content }]) => {
      const variants = schemasIn(content).flatMap(
        (schema) => (schema["anyOf"] as readonly Json[] | undefined) ?? [schema],
      );
      return variants.map((variant) => errorItem(status, variant)).join("\n");
    });
  return items.length > 0 ? `<h4>Errors</h4>\n<dl>\n${items.join("\n")}\n</dl>` : "";
}

function errorItem(status: string, schema: Json): string {
  const {
    msg,
    code,
    result: _,
    ...fields
  } = schema["properties"] as Record<string, { const?: string; examples?: readonly string[] }>;
  const names = Object.keys(fields).map((name) => `<code>${escape(name)}</code>`);
  const texts = (msg?.examples ?? []).map(escape).join("<br>");
  const more = names.length > 0 ? `<br>Fields: ${names.join(", ")}` : "";
  return `<dt>${escape(status)} <code>${escape(code?.const ?? "")}</code></dt><dd>${texts}${more}</dd>`;
}

const schemaSection = ([name, schema]: [string, Json]): string =>
  `<section id="${schemaAnchor(escape(name))}">${fieldTable(name, fieldsOf(schema)) || `<h3>${escape(name)}</h3>`}</section>`;
