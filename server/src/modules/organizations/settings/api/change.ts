import { z } from "zod";
import { type Endpoint, endpoint } from "@parlance/kernel/http/endpoint.ts";
import { BadValue, MustBeOwner } from "@parlance/kernel/http/errors.ts";
import { InvalidChannelId } from "#modules/channels/core/errors.ts";
import { ExpectationMismatch, groupSettingErrors } from "#modules/groups/core/errors.ts";
import { changeRealm } from "../actions/change-realm.ts";
import { externalMethodNamesOf, type ServerLogins } from "../server/server-info.ts";
import type { VideoCallSettings } from "#modules/platform/video-calls/video-call-settings.ts";
import {
  BlankOrganizationName,
  InvalidVideoChatProvider,
  NoAuthenticationMethod,
  PublicModerationChannel,
  UnavailableAuthenticationMethod,
} from "../errors.ts";
import { assertMethodsAvailable, assertCanChangeSettings, parseActorsChange } from "../realm-change.ts";
import { realmInput } from "../realm-settings-input.ts";
import { videoChatProviders } from "../server/video-chat-providers.ts";

const Echo = z.union([z.boolean(), z.int(), z.null(), z.literal("updated")]).optional();

export const changeRealmSettings = (settings: VideoCallSettings & ServerLogins): Endpoint => {
  const providers = new Set(Object.values(videoChatProviders(settings)).map(({ id }) => id));
  return endpoint.write({
    route: "PATCH /realm",
    summary: "Update organization settings",
    description:
      "Omitted parameters stay unchanged. Either every change is made or none. Only owners may change how users join " +
      "and log in, and who decides that. If `old` is given and is not the current value, nothing changes. The " +
      "response has the settings that changed: booleans and numbers with their new value, others as `updated`.",
    access: "admin",
    input: realmInput,
    response: z.strictObject(Object.fromEntries(Object.keys(realmInput.shape).map((name) => [name, Echo]))),
    errors: [
      MustBeOwner,
      BadValue,
      BlankOrganizationName,
      InvalidChannelId,
      PublicModerationChannel,
      NoAuthenticationMethod,
      UnavailableAuthenticationMethod,
      InvalidVideoChatProvider,
      ...groupSettingErrors,
      ExpectationMismatch,
    ],
    async handler({ tx, snapshot, actor, realm, now }, { input }) {
      assertCanChangeSettings(actor, input);
      const external = externalMethodNamesOf(settings, realm);
      assertMethodsAvailable(input.authentication_methods, external);
      const provider = input.video_chat_provider;
      if (provider !== undefined && !providers.has(provider)) throw new InvalidVideoChatProvider({ id: provider });
      const changed = await changeRealm(tx, actor, parseActorsChange({ snapshot, actor }, input), now, external);
      return Object.fromEntries(Object.entries(changed).map(([name, value]) => [name, echoOf(value)]));
    },
  });
};

/** Repeats booleans, numbers and null, which may be normalized, but not texts and objects, which clients know. */
const echoOf = (value: unknown) =>
  typeof value === "boolean" || typeof value === "number" || value === null ? value : ("updated" as const);
