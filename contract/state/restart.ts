import { change } from "./change.ts";
import type { Reducer } from "./state.ts";

/** The server tells of its version to everybody, and of its start where facts about the organization were asked for. */
export const restart: Reducer<"restart"> = (state, event) =>
  change(
    {
      ...state,
      service_version: event.service_version,
      service_merge_base: event.service_merge_base,
      service_feature_level: event.service_feature_level,
    },
    "server_generation",
    () => event.server_generation,
  );
