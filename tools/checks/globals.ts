// Checks that no variables belong to a whole file, except a few that are the same for all servers of a process. Several
// servers may run in one process, so their configuration and state are passed as arguments. Also checks that hooks,
// functions that an object calls, are passed to its constructor and not assigned later.
import type { SourceFile } from "../source-files.ts";
import { createCheck, type Check } from "./check.ts";
import { isNode, lineNumber, operandName, parseSource, type Node, collectNodes } from "./syntax-tree.ts";

/** The allowed variables by file and name, each with a description of its content. */
const ALLOWED: Readonly<Record<string, string>> = {
  "server/src/modules/sign-in/passwords/password-strength.ts: estimator":
    "a thread with word lists, kept while it is needed",
  "server/src/modules/sign-in/passwords/password-strength.ts: idleTimer": "when that goes again",
  "server/src/modules/sign-in/passwords/password-hashing.ts: running":
    "how many threads of the process's pool hash passwords",
  "embedded-postgres/process-identity.ts: ownIdentityPromise": "which process this is",
  "server/src/modules/organizations/core/email-rules.ts: loadedDomains":
    "a list that comes with a package, loaded when first needed",
  "server/src/pages/sign-up/join-form-options.ts: zones": "the time zones that Node knows",
};

export const globalsCheck: Check = createCheck(
  {
    name: "globals",
    about:
      "no variable of server, kernel and embedded database belongs to a whole module, but for a short list; nothing assigns to " +
      "another object's hooks",
  },
  (path) => /^(server\/src|kernel|embedded-postgres)\/(?!(.*\/)?fixtures\/|.*[.]test[.]ts$).*[.]ts$/.test(path),
  (files) => {
    const found = findModuleVariables(files);
    return [...findUnlistedVariables(found), ...findUnusedAllowances(found), ...findHookAssignments(files)];
  },
);

interface ModuleVariable {
  variable: string;
  line: number;
}

/** Finds the variables that are declared with `let` or `var` outside of functions. */
export const findModuleVariables = (files: readonly SourceFile[]): ModuleVariable[] =>
  files.flatMap(({ path, text = "" }) => {
    if (!/\b(let|var)\b/.test(text)) return [];
    const statements = parseSource(path, text)["body"] as Node[];
    const declarations = statements
      .map((statement) => (isNode(statement["declaration"]) ? statement["declaration"] : statement))
      .filter(({ type, kind }) => type === "VariableDeclaration" && kind !== "const");
    return declarations.flatMap((declaration) =>
      (declaration["declarations"] as Node[]).map(({ id }) => ({
        variable: `${path}: ${operandName(id) ?? "several"}`,
        line: lineNumber(text, declaration),
      })),
    );
  });

export const findUnlistedVariables = (found: readonly ModuleVariable[]): string[] =>
  found
    .filter(({ variable }) => !Object.hasOwn(ALLOWED, variable))
    .map(({ variable, line }) => `${variable} (line ${line}) belongs to the whole module: pass it on instead`);

/** Finds entries of the list of allowed variables that are no longer needed. */
export const findUnusedAllowances = (found: readonly ModuleVariable[]): string[] =>
  Object.keys(ALLOWED)
    .filter((name) => !found.some(({ variable }) => variable === name))
    .map((name) => `${name}: allowed in tools/checks/globals.ts, and not there`);

/** Names of functions that an object calls when something has happened. */
const HOOK_NAME = /^(on|after|before)[A-Z]/;

/** Finds assignments to a hook of another object, such as `db.onCommitted = …`. An object may assign its own hooks. */
export const findHookAssignments = (files: readonly SourceFile[]): string[] =>
  files.flatMap(({ path, text = "" }) =>
    collectNodes(parseSource(path, text)).flatMap((node) => {
      const name = node.type === "AssignmentExpression" ? foreignMemberName(node["left"]) : null;
      if (name === null || !HOOK_NAME.test(name)) return [];
      return [
        `${path}:${lineNumber(text, node)}: assigns to the hook ${name}: pass the function to the constructor instead`,
      ];
    }),
  );

/** Returns the name of a member that is assigned to. Null if the object is `this`, or if the target is not a member. */
function foreignMemberName(target: unknown): string | null {
  if (!isNode(target) || target.type !== "MemberExpression") return null;
  const { object } = target;
  return isNode(object) && object.type === "ThisExpression" ? null : operandName(target);
}
