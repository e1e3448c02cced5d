// Converts HTML that was copied from a page to Markdown. Only reads the nodes: no styles are applied, and no scripts
// run.

/** Matches elements whose meaning would be lost in plain text. */
const FORMATTING_SELECTOR =
  "a[href], b, strong, em, i, del, s, ul, ol, h1, h2, h3, h4, h5, h6, pre, code, blockquote, table";
/**
 * Returns true for bold elements that are not displayed as bold. Some programs wrap everything that is copied in such
 * an element.
 */
const isWrapperElement = (element: Element): boolean =>
  element.id.startsWith("docs-internal") || /font-weight:\s*(normal|400)/.test(element.getAttribute("style") ?? "");

/**
 * Returns true if plain text would lose part of the formatting. HTML from code editors contains only colored spans,
 * which have no meaning.
 */
export const isFormatted = (root: Element): boolean =>
  [...root.querySelectorAll(FORMATTING_SELECTOR)].some((element) => !isWrapperElement(element));

/** Converts an element's content to Markdown. */
export const toMarkdown = (root: Element): string =>
  blocksIn(root)
    .replaceAll(/[ \t]+\n/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();

const BLOCK_ELEMENTS: ReadonlySet<string> = new Set(
  "ADDRESS ARTICLE ASIDE DIV DL DT DD FIGURE FOOTER HEADER MAIN NAV P SECTION TR".split(" "),
);
const IGNORED_ELEMENTS: ReadonlySet<string> = new Set("HEAD META SCRIPT STYLE TEMPLATE TITLE".split(" "));

const blocksIn = (parent: Element): string => [...parent.childNodes].map(nodeText).join("");

function nodeText(node: Node): string {
  if (node instanceof Text) return node.data.replaceAll(/\s+/g, " ");
  if (!(node instanceof Element) || IGNORED_ELEMENTS.has(node.tagName)) return "";
  const write = writers[node.tagName];
  if (write) return write(node);
  const inner = blocksIn(node);
  return BLOCK_ELEMENTS.has(node.tagName) ? `\n\n${inner.trim()}\n\n` : inner;
}

/**
 * Returns a function that puts Markdown marks around the text of an element. Spaces at the ends of the text are moved
 * outside the marks, because Markdown does not recognize marks next to a space.
 */
const withMarks =
  (mark: string) =>
  (element: Element): string => {
    const inner = blocksIn(element);
    const text = inner.trim();
    if (text === "" || text.includes("\n") || isWrapperElement(element)) return inner;
    return `${/^\s/.test(inner) ? " " : ""}${mark}${text}${mark}${/\s$/.test(inner) ? " " : ""}`;
  };

const heading = (element: Element): string => {
  const text = blocksIn(element).trim();
  return text === "" ? "" : `\n\n${"#".repeat(Number(element.tagName.slice(1)))} ${text}\n\n`;
};

function link(element: Element): string {
  const text = blocksIn(element).trim();
  const address = element.getAttribute("href") ?? "";
  if (!/^(https?|mailto):/.test(address) || text === "" || text === address) return text === "" ? "" : text;
  return `[${text.replaceAll(/\s+/g, " ")}](${address})`;
}

function items(list: Element): string {
  const isNumbered = list.tagName === "OL";
  const lines = [...list.children].map((item, index) => {
    const text = (item.tagName === "LI" ? blocksIn(item) : nodeText(item)).trim().replaceAll(/\n{2,}/g, "\n");
    return `${isNumbered ? `${index + 1}.` : "*"} ${text.replaceAll("\n", "\n  ")}`;
  });
  return `\n\n${lines.join("\n")}\n\n`;
}

function code(element: Element): string {
  const text = element.textContent;
  if (text.trim() === "") return "";
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}

const block = (element: Element): string => `\n\n\`\`\`\n${element.textContent.replace(/\n+$/, "")}\n\`\`\`\n\n`;

const quote = (element: Element): string => `\n\n${toMarkdown(element).replaceAll(/^/gm, "> ")}\n\n`;

function table(element: Element): string {
  const rows = [...element.querySelectorAll("tr")].map((row) =>
    [...row.children].map((cell) => blocksIn(cell).trim().replaceAll(/\s+/g, " ").replaceAll("|", "\\|")),
  );
  const [head = [], ...rest] = rows;
  if (head.length < 2) return blocksIn(element);
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return `\n\n${[line(head), line(head.map(() => "---")), ...rest.map(line)].join("\n")}\n\n`;
}

const writers: Readonly<Record<string, (element: Element) => string>> = {
  A: link,
  B: withMarks("**"),
  BLOCKQUOTE: quote,
  BR: () => "\n",
  CODE: code,
  DEL: withMarks("~~"),
  EM: withMarks("*"),
  H1: heading,
  H2: heading,
  H3: heading,
  H4: heading,
  H5: heading,
  H6: heading,
  HR: () => "\n\n---\n\n",
  I: withMarks("*"),
  IMG: (element) => element.getAttribute("alt") ?? "",
  OL: items,
  PRE: block,
  S: withMarks("~~"),
  STRONG: withMarks("**"),
  TABLE: table,
  UL: items,
};
