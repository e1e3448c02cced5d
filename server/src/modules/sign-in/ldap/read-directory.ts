import type { SearchOptions } from "ldapts";
import type { LdapSettings } from "./settings.ts";
import { withLdapClient } from "./ldap-connection.ts";
import { bindServiceAccount, normalizeDirectoryUsername } from "./directory-lookup.ts";
import type { DirectorySettings } from "./ldap-access-rules.ts";
import { requestedAttributes, parseDirectoryEntry, attributeValues } from "./directory-entry.ts";
import type { DirectoryPerson } from "./directory-person.ts";

/** Number of entries per page, without and with pictures, and timeout for reading all pages, in seconds. */
const PAGE_ENTRIES = 500;
const PAGE_ENTRIES_WITH_PICTURES = 50;
const READ_TIMEOUT_SECONDS = 3600;

/**
 * Reads the users of all entries that match the configured filter with any username, one page at a time. Includes users
 * who may not log in, such as disabled ones. Entries without a valid username or email address are skipped, but
 * `entries` counts them.
 * @throws if the LDAP server cannot be queried, or does not return all entries
 */
export async function readDirectory(
  settings: DirectorySettings,
  onPage: (people: readonly DirectoryPerson[], entries: number) => Promise<void>,
): Promise<void> {
  const { searchBase, searchFilter, timeoutSeconds } = settings;
  const nameAttribute = /([A-Za-z][A-Za-z0-9-]*)=%s/.exec(searchFilter)?.[1];
  if (searchBase === undefined) throw new Error("reading the directory requires PARLANCE_LDAP_SEARCH_BASE");
  if (nameAttribute === undefined)
    throw new Error("PARLANCE_LDAP_SEARCH_FILTER must compare an attribute with %s alone");
  const { attributes, explicitBufferAttributes } = requestedAttributes(settings);
  const search = {
    scope: "sub" as const,
    filter: searchFilter.replaceAll("%s", "*"),
    attributes: [nameAttribute, ...attributes],
    explicitBufferAttributes,
    paged: { pageSize: settings.pictureAttribute === undefined ? PAGE_ENTRIES : PAGE_ENTRIES_WITH_PICTURES },
    timeLimit: timeoutSeconds,
  } satisfies SearchOptions;
  await withLdapClient(
    settings,
    async (client) => {
      await bindServiceAccount(client, settings);
      for await (const { searchEntries } of client.searchPaginated(searchBase, search)) {
        const answers = searchEntries.map((entry) => {
          const name = normalizeDirectoryUsername(settings, attributeValues(entry, nameAttribute)[0] ?? "");
          return name === null ? null : parseDirectoryEntry(settings, entry, name);
        });
        await onPage(
          answers.flatMap((answer) => (answer?.kind === "person" ? [answer.person] : [])),
          answers.length,
        );
      }
    },
    { seconds: READ_TIMEOUT_SECONDS },
  );
}

/**
 * Counts the entries that match the configured filter, and those of them that have a valid username and email address.
 * @throws if the LDAP server cannot be queried, or does not return all entries
 */
export async function countDirectoryPeople(
  settings: LdapSettings,
): Promise<{ readonly found: number; readonly people: number }> {
  const count = { found: 0, people: 0 };
  const { pictureAttribute: _unread, ...others } = settings;
  await readDirectory(others, async (people, entries) => {
    count.found += entries;
    count.people += people.length;
  });
  return count;
}
