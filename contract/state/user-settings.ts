import { updateField, setFieldByName } from "./set-fields.ts";
import type { Reducer } from "./state.ts";

export const user_settings: Reducer<"user_settings"> = (state, { property, value }) => {
  const set = updateField(state, "user_settings", (settings) => setFieldByName(settings, property, value));
  switch (property) {
    case "receives_typing_notifications":
      return setFieldByName(set, property, value);
    case "enable_drafts_synchronization":
      return value ? set : { ...set, drafts: [] };
    default:
      return set;
  }
};
