import { z } from "zod";
import { readFiles } from "./source-files.ts";
import type { JsonSchema } from "./json-schema-type.ts";

/**
 * The names of the contract's schemas for which there is a type of the same name. Keeps track of the names that were
 * used.
 */
export class ContractNames {
  readonly #registry = z.registry<{ id: string }>();
  readonly #files = new Map<string, string>();
  readonly #used = new Set<string>();

  static async read(): Promise<ContractNames> {
    const names = new ContractNames();
    for (const { path, text = "" } of readFiles(
      (file) => /^contract\/.+\.ts$/.test(file) && !file.endsWith(".test.ts"),
    )) {
      const file = path.replace("contract/", "");
      const exported = (await import(`@parlance/contract/${file}`)) as Record<string, unknown>;
      for (const [, name = ""] of text.matchAll(/^export type (\w+) =/gm)) names.#add(file, name, exported[name]);
    }
    return names;
  }

  #add(file: string, name: string, schema: unknown): void {
    if (!(schema instanceof z.core.$ZodType)) return;
    if (this.#files.has(name)) throw new Error(`contract/ has two schemas called ${name}`);
    this.#registry.add(schema, { id: name });
    this.#files.set(name, file);
  }

  /** Returns the name of a schema, or undefined if it has none. */
  findName(schema: z.core.$ZodType): string | undefined {
    const name = this.#registry.get(schema)?.id;
    if (name !== undefined) this.#used.add(name);
    return name;
  }

  /** Returns the JSON schema of a response. Schemas that have a name are replaced with references. */
  responseSchema(schema: z.core.$ZodType): JsonSchema {
    return this.#write(schema, () => undefined);
  }

  /**
   * Returns the JSON schema of a request's parameters, in which arrays are read-only. Schemas that have a name are
   * replaced with references.
   */
  inputSchema(schema: z.core.$ZodType): JsonSchema {
    return this.#write(schema, (written) => {
      if (written.type === "array") written.readOnly = true;
    });
  }

  #write(schema: z.core.$ZodType, change: (written: z.core.JSONSchema.BaseSchema) => void): JsonSchema {
    const override = ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) => change(jsonSchema);
    const { $defs: _, ...root } = z.toJSONSchema(schema, { io: "input", metadata: this.#registry, override });
    const references = JSON.stringify(root).matchAll(/"\$ref":"#\/\$defs\/(\w+)"/g);
    for (const [, name = ""] of references) this.#used.add(name);
    return root as JsonSchema;
  }

  /** Returns the import statements for all names that were used. */
  imports(): string {
    const names = [...this.#used].toSorted();
    const byFile = Map.groupBy(names, (name) => this.#files.get(name) ?? "");
    return [...byFile]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([file, used]) => `import type { ${used.join(", ")} } from "@parlance/contract/${file}";\n`)
      .join("");
  }
}
