import { z } from "zod";

/** Kind of a number that counts or measures, and identifies nothing. */
export const QUANTITY = "quantity";

/** Kinds by schema. Separate from the metadata that the API reference shows. */
const kindRegistry = z.registry<{ readonly kinds: readonly string[] }>();

/**
 * Declares the kinds of objects that a parameter, or a part of it, identifies. Modules choose the words, such as
 * "user".
 */
export const withKinds = <S extends z.ZodType>(schema: S, ...kinds: readonly string[]): S => {
  kindRegistry.add(schema, { kinds });
  return schema;
};

/** The kinds that are declared for a parameter. */
export interface ParameterKinds {
  readonly kinds: ReadonlySet<string>;
  /** True if the parameter contains a number without a declared kind. */
  readonly hasUndeclaredNumber: boolean;
}

/** Collects the kinds of a schema and of its parts. The parts of a schema with kinds of its own are not examined. */
export function kindsOf(schema: z.core.$ZodType): ParameterKinds {
  const kinds = new Set<string>();
  let hasUndeclaredNumber = false;
  const collect = (part: z.core.$ZodType): void => {
    const declared = kindRegistry.get(part);
    if (declared) for (const kind of declared.kinds) kinds.add(kind);
    else if (part._zod.def.type === "number") hasUndeclaredNumber = true;
    else partsOf(part).forEach(collect);
  };
  collect(schema);
  return { kinds, hasUndeclaredNumber };
}

/** The schemas that a schema is made of. */
function partsOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  const def = schema._zod.def as {
    readonly innerType?: z.core.$ZodType;
    readonly in?: z.core.$ZodType;
    readonly element?: z.core.$ZodType;
    readonly keyType?: z.core.$ZodType;
    readonly valueType?: z.core.$ZodType;
    readonly options?: readonly z.core.$ZodType[];
    readonly items?: readonly z.core.$ZodType[];
    readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  };
  const single = [def.innerType, def.in, def.element, def.keyType, def.valueType].filter((part) => part !== undefined);
  return [...single, ...(def.options ?? []), ...(def.items ?? []), ...Object.values(def.shape ?? {})];
}
