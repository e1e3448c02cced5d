import { z } from "zod";
import { MissingParameter } from "@parlance/kernel/http/errors.ts";
import { choice, id, int } from "@parlance/kernel/http/params.ts";
import { actNames, targetTypes } from "./audited-acts.ts";
import type { ActFilter } from "./queries.ts";
import { identifies, userId } from "#modules/platform/parameters/identifying-parameters.ts";

/** Maximum timestamp, in UNIX seconds: the last second of the year 9999. */
const MAX_SECONDS = 253_402_300_799;

const seconds = () => int({ min: 0, max: MAX_SECONDS }).optional();

/** The request parameters with which actions are filtered. */
export const filterParameters = {
  act: choice(...actNames)
    .optional()
    .describe("Only this kind of action."),
  actor_id: userId().optional().describe("Only actions by this user."),
  target_type: choice(...targetTypes)
    .optional()
    .describe("Only targets of this type."),
  target_id: identifies(id(), "user", "channel").optional().describe("Only this target; requires `target_type`."),
  from: seconds().describe("Earliest time, in UNIX seconds."),
  to: seconds().describe("Latest time, in UNIX seconds."),
};

const parameters = z.object(filterParameters);

/**
 * Converts the request parameters to a filter. Entries of the whole second `to` are included.
 * @throws MissingParameter
 */
export function parseFilter(input: z.output<typeof parameters>): Omit<ActFilter, "realmId" | "before"> {
  const { act, actor_id: actorId, target_type: targetType, target_id: targetId, from, to } = input;
  if (targetId !== undefined && targetType === undefined) throw new MissingParameter({ var_name: "target_type" });
  const time = (second: number | undefined) => (second === undefined ? undefined : new Date(second * 1000));
  return { act, actorId, targetType, targetId, from: time(from), until: time(to === undefined ? undefined : to + 1) };
}
