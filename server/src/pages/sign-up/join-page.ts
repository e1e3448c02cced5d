import { roles } from "@parlance/contract/entities/roles.ts";
import { defaultUserSettings } from "#modules/users/core/settings/user-settings.ts";
import { providerButtons } from "../providers/provider-buttons.ts";
import type { VerifiedNewcomer } from "../providers/verified-newcomer.ts";
import { field, form, formPage, type Problems, select } from "../layout/form.ts";
import { type Html, html } from "../layout/html.ts";
import { visibilityOptions, DEFAULT_TIME_ZONE, timeZones } from "./join-form-options.ts";
import { linkKeyParam } from "../http/link-key-param.ts";
import { newPasswordField } from "../password-reset/new-password-field.ts";
import type { Page, Visit } from "../http/page-types.ts";

interface Invitation {
  readonly email: string;
  readonly inviter: string | null;
  readonly role: number;
  /**
   * The user's identity that a provider has verified; null if the user joins with an email address alone, and chooses a
   * password.
   */
  readonly proven: VerifiedNewcomer | null;
}

/** Texts for the role of the new user, unless it is member. */
const roleTexts: Readonly<Record<number, string>> = {
  [roles.owner]: "an owner",
  [roles.administrator]: "an administrator",
  [roles.moderator]: "a moderator",
  [roles.guest]: "a guest",
};

/** Page with the form for creating an account. After an error, all fields except the password keep their values. */
export async function joinPage(visit: Visit, invitation: Invitation, problems: Problems = {}): Promise<Page> {
  const { realm, form: sent } = visit;
  const body = html`${introduction(realm.name, new URL(realm.url).host, invitation)}
  ${form(visit, {
    action: `/accounts/do_confirm/${linkKeyParam(visit)}`,
    content: [
      field({
        name: "email",
        label: "Email address",
        type: "email",
        autocomplete: "username",
        value: invitation.email,
        isReadonly: true,
      }),
      field(
        {
          name: "full_name",
          label: "Your name",
          autocomplete: "name",
          hint: "How others will see it",
          value: sent["full_name"] ?? invitation.proven?.fullName,
          maxLength: 100,
        },
        problems,
      ),
      invitation.proven === null && field(newPasswordField, problems),
      select({
        name: "timezone",
        label: "Time zone",
        chosen: sent["timezone"] ?? DEFAULT_TIME_ZONE,
        options: timeZones().map((zone) => [zone, zone.replaceAll("_", " ")] as const),
      }),
      select({
        name: "email_visibility",
        label: "Who can see your email address",
        hint: "You can change this later.",
        chosen: sent["email_visibility"] ?? String(await defaultVisibility(visit)),
        options: visibilityOptions.map(([value, label]) => [String(value), label] as const),
      }),
    ],
    button: "Join",
  })}
  ${invitation.proven === null && providerButtons(visit, { joins: true })}`;
  return formPage(`Join ${realm.name}`, problems, body);
}

/** Page for an invitation if password login is disabled: the user joins through one of the organization's providers. */
export const providerPage = (visit: Visit, invitation: Invitation): Page => ({
  title: `Join ${visit.realm.name}`,
  body: html`<h1>Join ${visit.realm.name}</h1>
    ${introduction(visit.realm.name, new URL(visit.realm.url).host, invitation)}
    ${providerButtons(visit, { joins: true })}`,
});

function introduction(organization: string, host: string, { inviter, role }: Invitation): Html {
  const as = roleTexts[role];
  return html`<p>
    ${inviter === null ? html`Your email address is confirmed. Create your account at` : html`<strong>${inviter}</strong> invited you to`}
    <strong>${organization}</strong> (${host})${as !== undefined && html`, as ${as}`}.
  </p>`;
}

/** Returns the organization's default for the visibility of new users' email addresses. */
async function defaultVisibility({ services, realm }: Visit): Promise<number> {
  const row = await services.db.reader
    .selectFrom("realm")
    .select("user_settings_defaults")
    .where("id", "=", realm.id)
    .executeTakeFirstOrThrow();
  return defaultUserSettings(row).email_address_visibility;
}
