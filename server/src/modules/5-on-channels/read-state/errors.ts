import { z } from "zod";
import { defineError } from "#kernel/errors.ts";

export const InvalidFlag = defineError({
  text: ({ flag }) => `Invalid flag: '${flag}'`,
  fields: z.object({ flag: z.string() }),
});
export const FlagNotEditable = defineError({
  text: ({ flag }) => `Flag not editable: '${flag}'`,
  fields: z.object({ flag: z.string() }),
});
export const InvalidFlagOperation = defineError({
  text: ({ op }) => `Invalid message flag operation: '${op}'`,
  fields: z.object({ op: z.string() }),
});
export const NoSuchTopic = defineError({
  text: ({ topic_name }) => `No such topic '${topic_name}'`,
  fields: z.object({ topic_name: z.string() }),
});
