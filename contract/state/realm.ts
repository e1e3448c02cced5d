import type { AuthenticationMethod } from "../entities/realm.ts";
import { refreshPermissions } from "./own-permissions.ts";
import { change, type Reducer, setNamed, type State } from "./state.ts";

export const realm: Reducer<"realm"> = (state, event) => {
  if (event.op === "deactivated") return state;
  const changes = event.op === "update" ? { [event.property]: event.value } : event.data;
  return refreshPermissions(Object.entries(changes).reduce(setSetting, state));
};

/** Sets one setting of the organization, and the fields that say the same under older names. */
function setSetting(state: State, [name, value]: [string, unknown]): State {
  const set = setNamed(state, name === "max_file_upload_size_mib" ? name : `realm_${name}`, value);
  switch (name) {
    case "message_edit_history_visibility_policy":
      return setNamed(set, "realm_allow_edit_history", value !== "none");
    case "topics_policy":
      return setNamed(set, "realm_mandatory_topics", value === "disable_empty_topic");
    case "authentication_methods":
      return setLoginFields(set, value as Record<string, AuthenticationMethod>);
    default:
      return set;
  }
}

function setLoginFields(state: State, methods: Record<string, AuthenticationMethod>): State {
  const byEmail = methods["Email"]?.enabled === true;
  const byPassword = byEmail || methods["LDAP"]?.enabled === true;
  return setNamed(setNamed(state, "realm_email_auth_enabled", byEmail), "realm_password_auth_enabled", byPassword);
}

export const realm_domains: Reducer<"realm_domains"> = (state, event) =>
  change(state, "realm_domains", (domains) => {
    switch (event.op) {
      case "add":
        return [...domains, event.realm_domain];
      case "change":
        return domains.map((one) => (one.domain === event.realm_domain.domain ? event.realm_domain : one));
      case "remove":
        return domains.filter(({ domain }) => domain !== event.domain);
    }
  });

export const realm_emoji: Reducer<"realm_emoji"> = (state, event) =>
  change(state, "realm_emoji", () => event.realm_emoji);

export const realm_linkifiers: Reducer<"realm_linkifiers"> = (state, event) =>
  change(state, "realm_linkifiers", () => event.realm_linkifiers);

export const realm_filters: Reducer<"realm_filters"> = (state, event) =>
  change(state, "realm_filters", () => event.realm_filters);

export const realm_playgrounds: Reducer<"realm_playgrounds"> = (state, event) =>
  change(state, "realm_playgrounds", () => event.realm_playgrounds);

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
