// Checks that the web client uses every text of its interface. The texts are properties of objects, such as
// `words.drafts`, so the check of unused exports does not see them.
import type { SourceFile } from "../source-files.ts";
import { createCheck, type Check } from "./check.ts";
import { collectNodes, isNode, operandName, parseSource, type Node } from "./syntax-tree.ts";

const CLIENT = /^web\/src\/.*[.]tsx?$/;
/** The folder of the texts, and the file that exports them: one object of each file. */
const WORDS = "web/src/base/words/";
const EXPORTING_FILE = `${WORDS}english.ts`;

/** Names of nested properties, without `words`: `["dialogs", "readers", "title"]`. */
type Path = readonly string[];
type PathsByName = ReadonlyMap<string, readonly Path[]>;

export const textsCheck: Check = createCheck(
  { name: "texts", about: "texts of the web client that nothing uses" },
  (path) => CLIENT.test(path),
  (files) => findUnusedTexts(files),
);

/** Finds the texts that no file uses. If an object is used as a whole, all texts in it count as used. */
export function findUnusedTexts(files: readonly SourceFile[]): string[] {
  const parsed = files.map(({ path, text = "" }) => ({ path, nodes: collectNodes(parseSource(path, text)) }));
  const subjects = subjectsByFile(parsed.find(({ path }) => path === EXPORTING_FILE)?.nodes ?? []);
  const used = parsed.flatMap(({ path, nodes }) => {
    const own = subjects.get(path);
    return findUses(nodes, [...(own === undefined ? [] : [own]), ...importedSubjects(nodes, subjects)]);
  });
  const whole = new Set(used.map(String));
  // A property of a text is used, such as the length of a list.
  const partly = new Set(used.flatMap(prefixes).map(String));
  const isUsed = (text: Path) => partly.has(String(text)) || prefixes(text).some((prefix) => whole.has(String(prefix)));
  return parsed.flatMap(({ path, nodes }) =>
    nodes
      .filter(({ type, id }) => type === "VariableDeclarator" && operandName(id) === subjects.get(path))
      .flatMap(({ id, init }) => textsIn(init, [operandName(id) ?? ""]))
      .filter((text) => !isUsed(text))
      .map((text) => `${path}: nothing uses words.${text.join(".")}`),
  );
}

/** Returns the names of the exported objects, by the path of their file. */
function subjectsByFile(nodes: readonly Node[]): ReadonlyMap<string, string> {
  const exports = nodes.filter(({ type, source }) => type === "ExportNamedDeclaration" && isNode(source));
  return new Map(
    exports.flatMap(({ source, specifiers }) =>
      (specifiers as Node[]).map(({ exported }) => [
        WORDS + (operandName(source) ?? "").replace("./", ""),
        operandName(exported) ?? "",
      ]),
    ),
  );
}

/** Returns the names of the objects that a file imports directly, as tests do. */
const importedSubjects = (nodes: readonly Node[], subjects: ReadonlyMap<string, string>): string[] =>
  [...subjects].flatMap(([path, subject]) => {
    const isImport = ({ type, source }: Node) =>
      type === "ImportDeclaration" && (operandName(source) ?? "").endsWith(path.slice(path.lastIndexOf("/")));
    return nodes.some(isImport) ? [subject] : [];
  });

/** Returns the first names of a path, and the whole path. */
const prefixes = (path: Path): Path[] => path.map((_, index) => path.slice(0, index + 1));

/** Returns the paths of the texts in an object. Any other value is a text itself. */
function textsIn(value: unknown, path: Path): Path[] {
  if (!isNode(value)) return [];
  if (value.type === "TSAsExpression" || value.type === "TSSatisfiesExpression")
    return textsIn(value["expression"], path);
  if (value.type !== "ObjectExpression") return [path];
  return (value["properties"] as Node[]).flatMap((property) => {
    const name = propertyName(property);
    return name === null ? [] : textsIn(property["value"], [...path, name]);
  });
}

/** Returns the name of a property of an object or a pattern. Null if it is computed, or if it is a spread. */
const propertyName = ({ type, key, computed }: Node): string | null =>
  type === "Property" && computed !== true ? operandName(key) : null;

/**
 * Returns the paths of the texts and objects that a file uses. `subjects`: the objects with texts that it defines or
 * imports.
 */
function findUses(nodes: readonly Node[], subjects: readonly string[]): Path[] {
  const names = new Map<string, readonly Path[]>(subjects.map((subject) => [subject, [[subject]]]));
  /** Nodes that are not uses: names of variables and properties, and objects of which only a property is used. */
  const ignored = new Set<unknown>();
  for (const { type, id, init } of nodes) {
    if (type !== "VariableDeclarator" || !isNode(id)) continue;
    for (const inside of collectNodes(id)) ignored.add(inside);
    const variables = pathsOf(init, names).flatMap((path) => variablesFor(id, path));
    for (const [name, path] of variables) names.set(name, [...(names.get(name) ?? []), path]);
    if (variables.length > 0) ignored.add(init);
  }
  for (const node of nodes) for (const name of namesIn(node, names)) ignored.add(name);
  return nodes.filter((node) => !ignored.has(node)).flatMap((node) => pathsOf(node, names));
}

/** Returns the parts of a node that are not uses of texts: names, and the object of which a property is used. */
function namesIn(node: Node, names: PathsByName): unknown[] {
  if (node["computed"] === true) return [];
  if (node.type === "ImportSpecifier" || node.type === "ExportSpecifier") return [...collectNodes(node)];
  if (node.type === "Property") return [node["key"]];
  if (node.type !== "MemberExpression") return [];
  return pathsOf(node, names).length > 0 ? [node["property"], node["object"]] : [node["property"]];
}

/** Returns the paths that an expression may stand for: those of `words.drafts.title`, or of a variable. */
function pathsOf(node: unknown, names: PathsByName): readonly Path[] {
  if (!isNode(node)) return [];
  if (node.type === "Identifier") return names.get(String(node["name"])) ?? [];
  if (node.type !== "MemberExpression" || node["computed"] === true) return [];
  const { object, property } = node;
  const name = operandName(property) ?? "";
  if (isNode(object) && object.type === "Identifier" && object["name"] === "words") return [[name]];
  return pathsOf(object, names).map((path) => [...path, name]);
}

/** Returns the variables that a declaration assigns an object, or properties of it, to. */
function variablesFor(id: unknown, path: Path): (readonly [string, Path])[] {
  if (!isNode(id)) return [];
  if (id.type === "Identifier") return [[String(id["name"]), path]];
  if (id.type !== "ObjectPattern") return [];
  return (id["properties"] as Node[]).flatMap((property) => {
    const name = propertyName(property);
    return name === null ? [] : variablesFor(property["value"], [...path, name]);
  });
}
