/**
 * Thrown if a document could not be fetched. The message is logged, so it must contain neither the document nor its
 * URL.
 */
export class FetchRejected extends Error {
  override readonly name = "FetchRejected";
}

/** Thrown if a host name could not be resolved, or has too many addresses. This may be temporary. */
export class HostNotFound extends FetchRejected {}
