import { removePasskey, renamePasskey } from "#modules/sign-in/passkeys/actions/change-passkeys.ts";
import { clientName } from "#modules/sign-in/core/client-name.ts";
import { NoSuchPasskey } from "#modules/sign-in/core/errors.ts";
import { hasRecentSignIn } from "#modules/sign-in/credentials/reauthentication.ts";
import { passkeyName } from "#modules/sign-in/passkeys/passkey-name.ts";
import { loadPasskeys } from "#modules/sign-in/passkeys/queries.ts";
import { findRelyingParty } from "#modules/sign-in/passkeys/relying-party.ts";
import type { SessionUser } from "#modules/sign-in/sessions/sessions.ts";
import { parseRowId } from "@parlance/kernel/base/storable-values.ts";
import { field, form, formPage, type Problems } from "../layout/form.ts";
import { type Html, html } from "../layout/html.ts";
import type { Page, Redirect, Route, Visit } from "../http/page-types.ts";
import { returnLink } from "./return-link.ts";
import { addPasskeyScript } from "../layout/passkey-scripts.ts";

const PATH = "/account/passkeys";

/** Page on which users manage their passkeys. */
export const accountPasskeys: Route = {
  path: PATH,
  async get(visit) {
    return visit.user ? passkeysPage(visit, visit.user) : { to: `/login?next=${PATH}` };
  },
  post: change,
};

async function change(visit: Visit): Promise<Page | Redirect> {
  const { services, realm, user, form: sent, now } = visit;
  if (!user || !(await isFresh(visit, user))) return { to: user ? PATH : `/login?next=${PATH}` };
  const id = parseRowId(sent["passkey_id"]);
  if (id === undefined) return { to: PATH };
  const { data: name } = passkeyName().safeParse(sent["name"]);
  if (sent["change"] === "rename" && name === undefined) {
    return passkeysPage(visit, user, { [`name-${id}`]: "Enter a name of at most 100 characters." });
  }
  try {
    await services.db.write((tx) =>
      sent["change"] === "rename"
        ? renamePasskey(tx, user.id, id, name ?? "")
        : removePasskey(tx, { realm, userId: user.id, now }, id),
    );
  } catch (error) {
    // The passkey is already gone, for example removed in another window.
    if (!(error instanceof NoSuchPasskey)) throw error;
  }
  return { to: PATH };
}

const isFresh = ({ services, now }: Visit, actor: SessionUser): Promise<boolean> =>
  hasRecentSignIn({ db: services.db.reader, actor, now });

type Passkey = Awaited<ReturnType<typeof loadPasskeys>>[number];

async function passkeysPage(visit: Visit, user: SessionUser, problems: Problems = {}): Promise<Page> {
  const passkeys = await loadPasskeys(visit.services.db.reader, user.id);
  const fresh = await isFresh(visit, user);
  const body = html`<p>
      A passkey logs you in with your fingerprint, your face, your device's screen lock or a security key. While you
      have one, logging in with your password also requires a passkey or a code.
    </p>
    ${passkeys.map((one) => passkeySection(visit, one, fresh, problems))}
    ${passkeys.length === 0 && html`<p id="no-passkeys">You have no passkeys yet.</p>`}
    ${fresh ? addPasskeySection(visit) : signInAgain(visit)}
    <p>${returnLink(visit)}</p>`;
  const page = formPage("Your passkeys", problems, body);
  return { ...page, isWide: true, ...(fresh ? { script: addPasskeyScript } : {}) };
}

const day = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

function passkeySection(visit: Visit, passkey: Passkey, fresh: boolean, problems: Problems): Html {
  const { id, name, created_at: createdAt, last_used_at: lastUsedAt } = passkey;
  const used = lastUsedAt === null ? "never used" : `last used on ${day(lastUsedAt)}`;
  const hidden = (what: string) =>
    html`<input type="hidden" name="passkey_id" value="${id}" /> <input type="hidden" name="change" value="${what}" />`;
  return html`<section>
    <h2>${name}</h2>
    <p>Added on ${day(createdAt)}, ${used}.</p>
    ${
      fresh &&
      html`<details ${problems[`name-${id}`] === undefined ? html`` : html`open`}>
          <summary>Rename</summary>
          ${form(visit, {
            action: PATH,
            content: [hidden("rename"), nameField(`name-${id}`, `New name of ${name}`, name, problems)],
            button: "Save",
          })}
        </details>
        ${form(visit, { action: PATH, content: [hidden("remove")], button: `Remove ${name}`, isInline: true })}`
    }
  </section>`;
}

const nameField = (id: string, label: string, value: string, problems: Problems = {}): Html =>
  field({ id, name: "name", label, autocomplete: "off", value, maxLength: 100 }, problems);

function addPasskeySection({ realm, userAgent }: Visit): Html {
  if (findRelyingParty(realm) === null) {
    return html`<p class="problem">
      Passkeys require an https: address with a host name instead of an IP address. Server operators can set one with
      PARLANCE_EXTERNAL_URL.
    </p>`;
  }
  return html`<h2>Add a passkey</h2>
    <p class="problem" id="passkey-problem" role="alert" hidden></p>
    <noscript><p>Adding a passkey requires JavaScript. Enable it for this page, then reload.</p></noscript>
    <form id="add-passkey" hidden novalidate>
      ${nameField("passkey-name", "Name", clientName(userAgent) || "Passkey")}
      <div class="actions"><button>Add a passkey</button></div>
    </form>
    <div id="recovery" class="notice" tabindex="-1" hidden>
      <p>
        Passkey added. Save these recovery codes in a safe place. If you lose your passkeys, you can log in once with
        each code. They won't be shown again.
      </p>
      <pre><code id="recovery-codes"></code></pre>
      <div class="actions"><a class="button" href="${PATH}">I've saved my codes</a></div>
    </div>`;
}

const signInAgain = (visit: Visit): Html =>
  html`<p>To make changes here, log in again.</p>
    ${form(visit, {
      action: "/logout",
      content: [html`<input type="hidden" name="next" value="${PATH}" />`],
      button: "Log in again",
    })}`;
