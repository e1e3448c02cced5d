/** A document could not be fetched. The message is logged, so it contains neither the document nor its URL. */
export class FetchRejected extends Error {
  override readonly name = "FetchRejected";
}

/** The name service has no address for a host, or did not respond, which may be temporary. */
export class HostNotFound extends FetchRejected {}
