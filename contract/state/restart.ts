import { updateField } from "./set-fields.ts";
import type { Reducer } from "./state.ts";

/**
 * Updates the version of the server. If the client requested `realm`, also updates the time at which the server
 * started.
 */
export const restart: Reducer<"restart"> = (state, event) =>
  updateField(
    {
      ...state,
      service_version: event.service_version,
      service_merge_base: event.service_merge_base,
      service_feature_level: event.service_feature_level,
    },
    "server_generation",
    () => event.server_generation,
  );
