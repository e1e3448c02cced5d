import { defineError } from "@parlance/kernel/base/errors.ts";

export const InvalidFlag = defineError({
  text: ({ flag }: { flag: string }) => `Invalid flag: '${flag}'`,
});
export const FlagNotEditable = defineError({
  text: ({ flag }: { flag: string }) => `Flag not editable: '${flag}'`,
});
export const InvalidFlagOperation = defineError({
  text: ({ op }: { op: string }) => `Invalid message flag operation: '${op}'`,
});
export const NoSuchTopic = defineError({
  text: ({ topic_name }: { topic_name: string }) => `No such topic '${topic_name}'`,
});
