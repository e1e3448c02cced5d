// Checks that numbers of the API that have names are written as names. The names of each kind of number are defined in
// one file of the contract. In all other files, a role, a bot type or a policy must not be compared with a number, set
// to a number, or queried by a number.
import type { SourceFile } from "../source-files.ts";
import { createCheck, type Check } from "./check.ts";
import { isNode, lineNumber, collectNodes, numbersIn, operandName, parseSource, type Node } from "./syntax-tree.ts";
import { type WireNumbers, wireNumbers } from "./wire-numbers.ts";

/** Tests and their fixtures. They may use numbers in the parameters of requests. */
const TEST = /[.]test[.]ts$|\/fixtures\/|^testkit\//;
const CHECKED_FILES = /^(bench|cli|contract|kernel|server|testkit)\/.*[.]ts$/;
const ORDER = new Set(["<", "<=", ">", ">="]);
const EQUALITY = new Set(["===", "!==", "==", "!="]);
/** Files that may compare roles by greater or less, in code and in SQL. */
const ORDERING = new Set(["contract/entities/roles.ts", "kernel/db/role-conditions.ts"]);

/** Finds the places where a number is used as a role, a bot type or a policy. */
export const findStrayNumbers = (files: readonly SourceFile[]): string[] => files.flatMap(findInFile);

export const literalsCheck: Check = createCheck(
  { name: "literals", about: "roles, types of bots and policies by their names, not by their numbers" },
  (path) => CHECKED_FILES.test(path) && !path.endsWith(".generated.ts"),
  findStrayNumbers,
);

function findInFile({ path, text = "" }: SourceFile): string[] {
  const foreign = wireNumbers.filter(({ definingFile }) => definingFile !== path);
  const found = collectNodes(parseSource(path, text))
    .filter(canContainNumber)
    .flatMap((node) => [
      ...foreign.flatMap((vocabulary) => problemsWith(node, vocabulary, TEST.test(path))),
      ...(ORDERING.has(path) ? [] : findOrderedComparisons(node)),
    ]);
  const lines = found.map(({ node, advice }) => `${path}:${lineNumber(text, node)}: ${advice}`);
  return [...new Set(lines)];
}

/** The node types that at least one finder inspects. Identifiers are treated separately. */
const INSPECTED_NODES: ReadonlySet<string> = new Set([
  "ArrayExpression",
  "AssignmentExpression",
  "AssignmentPattern",
  "BinaryExpression",
  "CallExpression",
  "ObjectExpression",
  "Property",
  "PropertyDefinition",
  "SwitchStatement",
  "TaggedTemplateExpression",
  "TSPropertySignature",
  "TSTypeAliasDeclaration",
  "VariableDeclarator",
]);

/** Returns true if a finder may find something at this node. Nine of ten nodes are ruled out by this. */
const canContainNumber = (node: Node): boolean =>
  INSPECTED_NODES.has(node.type) || (node.type === "Identifier" && isNode(node["typeAnnotation"]));

interface Problem {
  node: Node;
  advice: string;
}

type Finder = (node: Node, vocabulary: WireNumbers) => unknown;

function problemsWith(node: Node, vocabulary: WireNumbers, isTest: boolean): Problem[] {
  const finders = isTest ? allFinders : [...allFinders, isProperty];
  const isFound = finders.some((finds) => finds(node, vocabulary));
  return isFound ? [{ node, advice: `a number for a ${vocabulary.description}: use ${vocabulary.names}` }] : [];
}

const isNamedNumber = (numbers: readonly number[] | null, { values }: WireNumbers): boolean =>
  numbers !== null && numbers.length > 0 && numbers.every((number) => Object.values(values).includes(number));

const hasName = (node: unknown, { namePattern }: WireNumbers): boolean => namePattern.test(operandName(node) ?? "");

/** Finds comparisons: `role === 600`. */
const isComparison: Finder = (node, vocabulary) =>
  node.type === "BinaryExpression" &&
  (EQUALITY.has(String(node["operator"])) || ORDER.has(String(node["operator"]))) &&
  [
    [node["left"], node["right"]],
    [node["right"], node["left"]],
  ].some(([one, other]) => hasName(one, vocabulary) && isNamedNumber(numbersIn(other), vocabulary));

/** Finds assignments: `role = 400`, `const role = 400`, `(role = 400) => …`, `const ROLES = [100, 200]`. */
const isAssignment: Finder = (node, vocabulary) => {
  if (node.type === "VariableDeclarator")
    return hasName(node["id"], vocabulary) && isNamedNumber(numbersIn(node["init"]), vocabulary);
  if (node.type !== "AssignmentExpression" && node.type !== "AssignmentPattern") return false;
  return hasName(node["left"], vocabulary) && isNamedNumber(numbersIn(node["right"]), vocabulary);
};

/** Finds properties: `{ role: 400 }`, and `role = 400` in a class. */
const isProperty: Finder = (node, vocabulary) =>
  (node.type === "Property" || node.type === "PropertyDefinition") &&
  hasName(node["key"], vocabulary) &&
  isNamedNumber(numbersIn(node["value"]), vocabulary);

/** Finds types: `role: 400 | 600` and `type Role = 100 | 200`. */
const isType: Finder = (node, vocabulary) => {
  if (node.type === "TSTypeAliasDeclaration")
    return hasName(node["id"], vocabulary) && isNamedNumber(numbersIn(node["typeAnnotation"]), vocabulary);
  const name = node.type === "TSPropertySignature" ? node["key"] : node.type === "Identifier" ? node : null;
  const annotation = node["typeAnnotation"];
  return (
    hasName(name, vocabulary) &&
    isNode(annotation) &&
    isNamedNumber(numbersIn(annotation["typeAnnotation"]), vocabulary)
  );
};

/** Finds calls: `.where("account.role", "=", 100)`, `is("role", "in", [100, 200])` and `[100, 200].includes(role)`. */
const isCall: Finder = (node, vocabulary) => {
  if (node.type !== "CallExpression") return false;
  const [first, ...others] = node["arguments"] as Node[];
  const callee = node["callee"];
  const listed = isNode(callee) && callee.type === "MemberExpression" ? numbersIn(callee["object"]) : null;
  return (
    hasName(first, vocabulary) &&
    [...others.map(numbersIn), listed].some((numbers) => isNamedNumber(numbers, vocabulary))
  );
};

/** Finds switches: `switch (role) { case 100: }`. */
const isSwitch: Finder = (node, vocabulary) =>
  node.type === "SwitchStatement" &&
  hasName(node["discriminant"], vocabulary) &&
  (node["cases"] as Node[]).some(({ test }) => isNamedNumber(numbersIn(test), vocabulary));

/** Finds conditions in SQL: `role = 400`, `role in (100, 200)`, `case role when 100`, and `role = ${400}`. */
const isInSql: Finder = (node, vocabulary) => {
  if (node.type !== "TaggedTemplateExpression" || operandName(node["tag"]) !== "sql") return false;
  const { quasis, expressions } = node["quasi"] as {
    quasis: { value: { raw: string } }[];
    expressions: Node[];
  };
  return quasis.some(({ value: { raw } }, index) => {
    const expression = expressions[index];
    const numbers = expression === undefined ? null : numbersIn(expression);
    return (
      vocabulary.sqlComparison.test(raw) ||
      (isNamedNumber(numbers, vocabulary) && vocabulary.sqlComparisonStart.test(raw))
    );
  });
};

/** Finds constants that define one of the names again: `const GUEST = 600`. */
const isNameAgain: Finder = (node, { values, constantName }) => {
  if (node.type !== "VariableDeclarator") return false;
  const meant = constantName.exec(operandName(node["id"]) ?? "")?.[1];
  if (meant === undefined) return false;
  const prefix = meant.toLowerCase().replaceAll("_", "");
  const numbers = numbersIn(node["init"]) ?? [];
  return Object.entries(values).some(
    ([name, value]) => numbers.includes(value) && name.toLowerCase().startsWith(prefix),
  );
};

/**
 * Finds lists of all values, such as `[100, 200, 300, 400, 600]`, and objects with at least three keys, all of them
 * such values. Only for numbers that are not used for anything else.
 */
const isCompleteSet: Finder = (node, { values, isUnambiguous }) => {
  if (!isUnambiguous) return false;
  const all = Object.values(values);
  if (node.type === "ArrayExpression") {
    const listed = numbersIn(node) ?? [];
    return all.every((number) => listed.includes(number));
  }
  if (node.type !== "ObjectExpression") return false;
  const keys = (node["properties"] as Node[]).map(({ key }) => (isNode(key) ? key["value"] : undefined));
  return keys.length > 2 && keys.every((key) => all.includes(key as number));
};

const allFinders: readonly Finder[] = [
  isComparison,
  isAssignment,
  isType,
  isCall,
  isSwitch,
  isInSql,
  isNameAgain,
  isCompleteSet,
];

const ROLE = /^(?:\w*[a-z])?_?role$|^invited_?as$/i;
const ROLE_IN_ORDER = /(?<![\w'"-])(?:\w+[.])?\w*_?role\s*(?:<=?(?!>)|>=?)/;

/**
 * Finds roles compared by greater or less. `role <= least` must be replaced with `isAtLeast`, and `account.role < …` in
 * SQL with `isRoleAtLeastInSql`.
 */
function findOrderedComparisons(node: Node): Problem[] {
  if (node.type === "BinaryExpression" && ORDER.has(String(node["operator"]))) {
    const isRole = [node["left"], node["right"]].some((side) => ROLE.test(operandName(side) ?? "") || isNamed(side));
    return isRole ? [{ node, advice: "roles in order: use isAtLeast" }] : [];
  }
  if (node.type !== "TaggedTemplateExpression" || operandName(node["tag"]) !== "sql") return [];
  const { quasis } = node["quasi"] as { quasis: { value: { raw: string } }[] };
  const isOrdered = quasis.some(({ value: { raw } }) => ROLE_IN_ORDER.test(raw));
  return isOrdered ? [{ node, advice: "roles in order: use atLeast of role-conditions.ts" }] : [];
}

/** Returns true for an expression such as `roles.moderator`. */
const isNamed = (side: unknown): boolean =>
  isNode(side) && side.type === "MemberExpression" && operandName(side["object"]) === "roles";
