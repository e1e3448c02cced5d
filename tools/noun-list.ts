import { readFiles } from "./source-files.ts";

const NOUN_FILE = /^contract\/nouns\/([\w-]+\.ts)$/;
const NOUN = /^export const (\w+Noun) = noun\(/gm;

/**
 * Returns the content of `contract/nouns/list.generated.ts`, a list of all nouns that the files of its folder define.
 */
export function nounList(): string {
  const found = readFiles((path) => NOUN_FILE.test(path)).flatMap(({ path, text = "" }) =>
    [...text.matchAll(NOUN)].map(([, name = ""]) => ({ name, file: NOUN_FILE.exec(path)?.[1] ?? "" })),
  );
  return `// Made from the files of this folder by \`npm run generate -- nouns\`; do not edit.
${found.map(({ name, file }) => `import { ${name} } from "./${file}";`).join("\n")}

/** All nouns. */
export const list = [
${found.map(({ name }) => `  ${name},`).join("\n")}
] as const;
`;
}
