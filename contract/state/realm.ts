import type { AuthenticationMethod } from "../nouns/realm.ts";
import { recomputeOwnPermissions } from "./own-permissions.ts";
import { setFieldByName } from "./set-fields.ts";
import type { Reducer, State } from "./state.ts";

export const realm: Reducer<"realm"> = (state, event) => {
  if (event.op === "deactivated") return state;
  const changes = event.op === "update" ? { [event.property]: event.value } : event.data;
  return recomputeOwnPermissions(Object.entries(changes).reduce(setSetting, state));
};

/** Changes a setting of the organization, and the fields that are derived from it. */
function setSetting(state: State, [name, value]: [string, unknown]): State {
  const set = setFieldByName(state, name === "max_file_upload_size_mib" ? name : `realm_${name}`, value);
  switch (name) {
    case "message_edit_history_visibility_policy":
      return setFieldByName(set, "realm_allow_edit_history", value !== "none");
    case "topics_policy":
      return setFieldByName(set, "realm_mandatory_topics", value === "disable_empty_topic");
    case "authentication_methods":
      return setLoginFields(set, value as Record<string, AuthenticationMethod>);
    default:
      return set;
  }
}

function setLoginFields(state: State, methods: Record<string, AuthenticationMethod>): State {
  const byEmail = methods["Email"]?.enabled === true;
  const byPassword = byEmail || methods["LDAP"]?.enabled === true;
  return setFieldByName(
    setFieldByName(state, "realm_email_auth_enabled", byEmail),
    "realm_password_auth_enabled",
    byPassword,
  );
}
