/** How the server fetches pages of the web, to show what they are about. */
export interface LinkPreviewSettings {
  /** Whether it does at all. */
  readonly linkPreviews: boolean;
  /** Internal hosts, with a port if it is not the usual one, that may be asked though only insiders can reach them. */
  readonly linkPreviewInternalHosts: readonly string[];
  /** Address of a proxy by whose tunnels pages are fetched. */
  readonly linkPreviewProxy?: string | undefined;
}
